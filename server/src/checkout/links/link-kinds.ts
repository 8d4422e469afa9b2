import type { CardPurpose } from '@kontor/contract/checkout/link.rules'
import { languages } from '@kontor/contract/identity/session'
import { livingStatuses } from '@kontor/contract/payments/transaction.rules'
import { type Selectable, sql } from 'kysely'
import { successes } from '../../engine/contradictions/record-contradiction.ts'
import { createTransaction } from '../../payments/create-transaction.ts'
import { largestPayment } from '../../payments/largest-payment.ts'
import { engineActor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inForm, lockRow } from '../../platform/db/locked.ts'
import type { CardAddLink, PaymentLink } from '../../schema.ts'
import type { CheckoutKind, CheckoutSession, SessionKey } from '../kind.ts'

export const paymentLinkKind: CheckoutKind = {
  name: 'payment_link',
  merchantOf: async (db, id) =>
    (await db.selectFrom('payment_link').select('merchant_id').where('id', '=', id).executeTakeFirst())?.merchant_id,

  read: async (trx, key, now) => {
    const link = await paymentLink(trx, key).executeTakeFirst()
    return link && paymentLinkSession(trx, link, now)
  },
  lock: async (trx, key, now) => {
    const link = await lockRow(paymentLink(trx, key), { strength: 'no key update' })
    return link && inForm(link, await paymentLinkSession(trx, link, now))
  },

  open: (trx, session) => markOpened(trx, 'payment_link', session),

  pay: (trx, session, { payment_product, card_token, amount, user_agent, return_url, payer, described }, now) =>
    createTransaction(
      trx,
      engineActor(session.merchant, 'payer'),
      {
        ...{ payment_profile: session.payment_profile, merchant_reference: session.reference },
        ...(session.customer ? { customer: session.customer } : {}),
        ...{ amount, payment_product, card_token, capture: true, user_agent, described },
        asked: { by: 'payer', return_url, payer, for: { payment_link: session.id } },
      },
      now,
    ),
}

/** The transaction is an authorization of zero: it shows that the card is valid and that its holder is present. */
export const cardAddLinkKind: CheckoutKind = {
  name: 'card_add_link',
  merchantOf: async (db, id) =>
    (await db.selectFrom('card_add_link').select('merchant_id').where('id', '=', id).executeTakeFirst())?.merchant_id,

  read: async (trx, key, now) => {
    const link = await cardAddLink(trx, key).executeTakeFirst()
    return link && cardAddLinkSession(trx, link, now)
  },
  lock: async (trx, key, now) => {
    const link = await lockRow(cardAddLink(trx, key), { strength: 'no key update' })
    return link && inForm(link, await cardAddLinkSession(trx, link, now))
  },

  open: (trx, session) => markOpened(trx, 'card_add_link', session),

  pay: async (trx, session, { payment_product, card_token, user_agent, return_url, payer, described }, now) => {
    const { purpose } = await cardAddLink(trx, session).executeTakeFirstOrThrow()
    // A CHECK allows only these purposes.
    const stored_for = purpose as CardPurpose
    return createTransaction(
      trx,
      engineActor(session.merchant, 'payer'),
      {
        ...{ payment_profile: session.payment_profile, merchant_reference: session.reference },
        ...(session.customer ? { customer: session.customer } : {}),
        ...{ amount: 0, payment_product, card_token, capture: false, user_agent, described },
        asked: { by: 'payer', return_url, payer, for: { card_add_link: session.id, stored_for } },
      },
      now,
    )
  },
}

const paymentLink = (trx: Trx, { merchant, id }: SessionKey) =>
  trx.selectFrom('payment_link').selectAll().where('merchant_id', '=', merchant).where('id', '=', id)

const cardAddLink = (trx: Trx, { merchant, id }: SessionKey) =>
  trx.selectFrom('card_add_link').selectAll().where('merchant_id', '=', merchant).where('id', '=', id)

async function paymentLinkSession(trx: Trx, link: Selectable<PaymentLink>, now: Date): Promise<CheckoutSession> {
  const largest = await largestPayment(trx, { merchant_id: link.merchant_id, profile: link.payment_profile_id })
  const session = sessionOf(link, now)
  return {
    ...session,
    state: session.state === 'open' && (await isInDoubt(trx, link)) ? 'in_doubt' : session.state,
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
}

/**
 * True: of a payment that ended without money the processor says that it was paid, and with it the link has no use left. Who pays
 * once more would pay twice, until a person has looked.
 */
async function isInDoubt(trx: Trx, { id, max_uses, uses_reserved }: Selectable<PaymentLink>): Promise<boolean> {
  if (max_uses === null) return false
  const { doubted } = await trx
    .selectFrom('transaction as t')
    .select(({ fn }) => fn.countAll<number>().as('doubted'))
    .where('t.payment_link_id', '=', id)
    .where('t.status', 'not in', livingStatuses)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('contradiction as c')
          .select('c.id')
          .whereRef('c.merchant_id', '=', 't.merchant_id')
          .whereRef('c.transaction_id', '=', 't.id')
          .where('c.refund_id', 'is', null)
          .where('c.state', '=', 'OPEN')
          .where('c.they_say', 'in', successes),
      ),
    )
    .executeTakeFirstOrThrow()
  return doubted > 0 && uses_reserved + doubted >= max_uses
}

const cardAddLinkSession = async (trx: Trx, link: Selectable<CardAddLink>, now: Date): Promise<CheckoutSession> => ({
  ...sessionOf(link, now),
  amount: 0,
  minimum_amount: null,
  maximum_amount: null,
  products: ['card'],
  repeatable: false,
  payment: link.uses_reserved === 0 ? null : await livingPayment(trx, link.id, 'card_add_link_id'),
})

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
    .where('status', 'in', livingStatuses)
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
