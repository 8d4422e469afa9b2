import { languages } from '@kontor/contract/identity/session'
import { sql } from 'kysely'
import { createTransaction } from '../../payments/create-transaction.ts'
import { largestPayment } from '../../payments/largest-payment.ts'
import { engineActor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { CheckoutKind, CheckoutSession } from '../kind.ts'

/** The statuses in which a transaction keeps its use of the link: under way or paid. */
const living = [
  'INITIATED',
  'PENDING',
  'UNKNOWN',
  'AUTHORIZED',
  'SETTLEMENT_REQUESTED',
  'SETTLEMENT_COMPLETED',
] as const

export const paymentLinkKind: CheckoutKind = {
  name: 'payment_link',
  merchantOf: async (db, id) =>
    (await db.selectFrom('payment_link').select('merchant_id').where('id', '=', id).executeTakeFirst())?.merchant_id,

  async load(trx, merchant, id, now, locked) {
    const link = await trx
      .selectFrom('payment_link')
      .selectAll()
      .where('merchant_id', '=', merchant)
      .where('id', '=', id)
      .$if(locked, (query) => query.forNoKeyUpdate())
      .executeTakeFirst()
    if (!link) return undefined
    const largest = await largestPayment(trx, { merchant_id: merchant, profile: link.payment_profile_id })
    return {
      ...sessionOf(link, now),
      amount: link.amount,
      minimum_amount: link.minimum_amount,
      // A payer who chooses an amount always has an upper bound, even if the link sets none.
      maximum_amount: link.amount === null ? Math.min(link.maximum_amount ?? Infinity, largest) : null,
      products: link.payment_products,
      repeatable: link.reusable,
      // A link without uses left shows the payment that is under way or paid. Otherwise each payer sees only their own.
      payment:
        link.max_uses === null || link.uses_reserved < link.max_uses
          ? null
          : await livingPayment(trx, link.id, 'payment_link_id'),
    }
  },

  open: (trx, session) => markOpened(trx, 'payment_link', session),

  pay: (trx, session, { payment_product, card_token, amount, user_agent }, now) =>
    createTransaction(
      trx,
      engineActor(session.merchant, 'payer'),
      {
        ...{ payment_profile: session.payment_profile, merchant_reference: session.reference },
        ...(session.customer ? { customer: session.customer } : {}),
        ...{ amount, payment_product, card_token, capture: true, user_agent },
        asked: { by: 'payer', for: { payment_link: session.id } },
      },
      now,
    ),
}

/** The transaction is an authorization of zero: it shows that the card is valid and that its holder is present. */
export const cardAddLinkKind: CheckoutKind = {
  name: 'card_add_link',
  merchantOf: async (db, id) =>
    (await db.selectFrom('card_add_link').select('merchant_id').where('id', '=', id).executeTakeFirst())?.merchant_id,

  async load(trx, merchant, id, now, locked) {
    const link = await trx
      .selectFrom('card_add_link')
      .selectAll()
      .where('merchant_id', '=', merchant)
      .where('id', '=', id)
      .$if(locked, (query) => query.forNoKeyUpdate())
      .executeTakeFirst()
    if (!link) return undefined
    return {
      ...sessionOf(link, now),
      amount: 0,
      minimum_amount: null,
      maximum_amount: null,
      products: ['card'],
      repeatable: false,
      payment: link.uses_reserved === 0 ? null : await livingPayment(trx, link.id, 'card_add_link_id'),
    }
  },

  open: (trx, session) => markOpened(trx, 'card_add_link', session),

  pay: (trx, session, { payment_product, card_token, user_agent }, now) =>
    createTransaction(
      trx,
      engineActor(session.merchant, 'payer'),
      {
        ...{ payment_profile: session.payment_profile, merchant_reference: session.reference },
        ...(session.customer ? { customer: session.customer } : {}),
        ...{ amount: 0, payment_product, card_token, capture: false, user_agent },
        asked: { by: 'payer', for: { card_add_link: session.id } },
      },
      now,
    ),
}

interface StoredLink {
  merchant_id: string
  id: string
  status: string
  expires_at: string
  payment_profile_id: string
  merchant_reference: string
  description: string | null
  customer_id: string | null
  language: string
  redirect_url: string | null
  checkout_id: string | null
}

const sessionOf = (link: StoredLink, now: Date) => ({
  merchant: link.merchant_id,
  id: link.id,
  state: stateOf(link, now),
  payment_profile: link.payment_profile_id,
  reference: link.merchant_reference,
  description: link.description,
  customer: link.customer_id,
  language: languages.find((each) => each === link.language) ?? 'nl',
  expires_at: link.expires_at,
  return_url: link.redirect_url,
  design: link.checkout_id,
})

/** The state of a link. A link whose time is over is closed, even before a job has marked it as expired. */
function stateOf({ status, expires_at }: StoredLink, now: Date): CheckoutSession['state'] {
  if (status === 'DONE') return 'done'
  if (status === 'CANCELLED') return 'cancelled'
  return status === 'EXPIRED' || expires_at <= now.toISOString() ? 'expired' : 'open'
}

async function livingPayment(
  trx: Trx,
  link: string,
  column: 'payment_link_id' | 'card_add_link_id',
): Promise<string | null> {
  const row = await trx
    .selectFrom('transaction')
    .select('id')
    .where(column, '=', link)
    .where('status', 'in', living)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

async function markOpened(
  trx: Trx,
  table: 'payment_link' | 'card_add_link',
  { merchant, id }: CheckoutSession,
): Promise<void> {
  await sql`update ${sql.table(table)} set status = 'INITIATED' where merchant_id = ${merchant} and id = ${id}
    and status = 'CREATED'`.execute(trx)
}
