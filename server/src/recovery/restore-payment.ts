import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import { type Insertable, sql } from 'kysely'
import { beginAttempt } from '../engine/attempts/begin-attempt.ts'
import type { Heard } from '../engine/notifications/apply-notification.ts'
import type { PaymentNote } from '../engine/outbox/payment-note.ts'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import { engineActor } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import { insertLocked, type Locked } from '../platform/db/locked.ts'
import type { Report } from '../processors/gateway.ts'
import { adoptAttempt } from '../scheduled/adopt-attempt.ts'
import type { Transaction } from '../schema.ts'
import { openCycle } from '../subscriptions/begin-cycle.ts'
import { findLockedSubscription } from '../subscriptions/locked-subscription.ts'
import { settleCycle } from '../subscriptions/settle-cycle.ts'
import type { Tell } from '../subscriptions/tell-update.ts'

interface Noted {
  note: PaymentNote
  report: Report & { reference: string }
}

interface Restored {
  transaction: Locked<StoredTransaction>
  /** False: what it was for, as a link or a cycle of a subscription, is not here any more or has another payment. */
  isWhole: boolean
}

/**
 * Writes a payment of its gateway again, as it was when it began; the report then moves it on. Undefined: its shop is not here, or
 * sells in another currency, or another attempt of the payment is here.
 */
export async function restorePayment(
  trx: Trx,
  { merchant, processors }: Omit<Heard, 'notification'>,
  { note, report }: Noted,
  { tell, now }: { tell: Tell; now: Date },
): Promise<Restored | undefined> {
  const { reference, money } = report
  const id = note.payment ?? reference
  const [created_at, ordered_at] = [instantOf(id), instantOf(reference)]
  if (created_at === undefined || ordered_at === undefined || !money) return undefined
  const found = await shopOf(trx, merchant, { ...note, id, created_at })
  if (!found || found.is_here || found.currency_code !== money.currency_code) return undefined
  const processor_id = await processorOf(trx, merchant, processors, note)
  const row = {
    ...{ merchant_id: merchant, id, created_at, organisation_id: found.organisation_id, processor_id },
    ...{
      payment_profile_id: note.profile,
      amount: money.amount,
      currency_code: money.currency_code,
      status: 'INITIATED',
    },
    ...{ merchant_reference: note.order, payment_product: note.product, recurring_type: note.series ?? null },
    ...{ country_code: note.country ?? null, channel: channelOf(note) },
    ...{ customer_id: found.customer, card_id: found.card, agreement_id: found.agreement, terminal_id: found.terminal },
  } satisfies Insertable<Transaction>
  const cycle = await cycleOf(trx, tell, { merchant, note }, now)
  const purpose = {
    ...{ payment_link_id: found.link, card_add_link_id: found.card_link },
    ...{ subscription_id: cycle?.subscription ?? null, subscription_cycle: cycle?.cycle ?? null },
  }
  const { transaction, isWhole } = await insertWith(trx, row, purpose)
  const order = {
    ...{
      capture: note.capture === 'now',
      store_card: note.keeps === 'card',
      store_agreement: note.keeps === 'agreement',
    },
    ...(note.scheduled && { scheduled: note.scheduled }),
  }
  const known = { reference, ordered_at, isOver: false }
  await beginAttempt(trx, transaction, { processor: processor_id, order, after: null, known }, now)
  const isAdopted = !note.scheduled || (await adoptAttempt(trx, note.scheduled, transaction))
  const wanted = [note.link, note.card_link, note.subscription].filter(Boolean).length
  return { transaction, isWhole: isWhole && isAdopted && wanted === Object.values(purpose).filter(isId).length }
}

const isId = (value: unknown): boolean => typeof value === 'string'

/** What came into being after the restored moment is not here: the payment is restored without it. */
async function shopOf(trx: Trx, merchant: string, note: PaymentNote & { id: string; created_at: string }) {
  const one = (table: string, id: string | undefined) =>
    sql<
      string | null
    >`(select id from ${sql.table(table)} where merchant_id = ${merchant} and id = ${id ?? null}::uuid limit 1)`
  return trx
    .selectFrom('payment_profile')
    .select(['organisation_id', 'currency_code'])
    .select([
      one('customer', note.customer).as('customer'),
      one('card', note.card).as('card'),
      one('agreement', note.agreement).as('agreement'),
      one('terminal', note.terminal).as('terminal'),
      one('payment_link', note.link).as('link'),
      one('card_add_link', note.card_link).as('card_link'),
      sql<boolean>`exists (select from transaction t where t.merchant_id = ${merchant} and t.created_at = ${note.created_at}
        and t.id = ${note.id})`.as('is_here'),
    ])
    .where('merchant_id', '=', merchant)
    .where('id', '=', note.profile)
    .executeTakeFirst()
}

/** Processors of one account share its payments. The one of the product that the shop prefers had this one. */
async function processorOf(
  trx: Trx,
  merchant: string,
  processors: readonly [string, ...string[]],
  { profile, product }: PaymentNote,
): Promise<string> {
  const found = await trx
    .selectFrom('processor')
    .leftJoin('payment_profile_processor as own', (join) =>
      join
        .onRef('own.merchant_id', '=', 'processor.merchant_id')
        .onRef('own.processor_id', '=', 'processor.id')
        .on('own.payment_profile_id', '=', profile),
    )
    .select('processor.id')
    .where('processor.merchant_id', '=', merchant)
    .where('processor.id', 'in', [...processors])
    .where('processor.payment_product', '=', product as PaymentProduct)
    .orderBy(sql`own.position nulls last`)
    .orderBy('processor.id')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? processors[0]
}

const channelOf = ({ terminal, series }: PaymentNote) =>
  terminal ? 'pos' : series === 'subsequent' ? 'recurring' : 'ecommerce'

/** The cycle that is to be paid next, if the payment is of it. What is known of the cycles before it counts first. */
async function cycleOf(
  trx: Trx,
  tell: Tell,
  { merchant, note: { subscription, cycle } }: { merchant: string; note: PaymentNote },
  now: Date,
) {
  if (!subscription) return undefined
  const engine = engineActor(merchant, 'system')
  const wanted = Number(cycle)
  for (let next = -1; ; ) {
    const locked = await findLockedSubscription(trx, engine, subscription)
    const { billing_cycle = wanted } = locked?.subscription ?? {}
    if (locked && billing_cycle === wanted) {
      await openCycle(trx, locked, now)
      return { subscription, cycle: wanted }
    }
    if (!locked || billing_cycle > wanted || billing_cycle === next) return undefined
    next = billing_cycle
    await settleCycle(trx, tell, locked, now)
  }
}

type Purpose = Pick<
  Insertable<Transaction>,
  'payment_link_id' | 'card_add_link_id' | 'subscription_id' | 'subscription_cycle'
>

/** A link without a use left, and a cycle that is being paid, take no further payment: it stands for itself then. */
async function insertWith(trx: Trx, row: Insertable<Transaction>, purpose: Purpose): Promise<Restored> {
  await sql`savepoint purpose`.execute(trx)
  try {
    const transaction = await insert(trx, { ...row, ...purpose })
    await sql`release savepoint purpose`.execute(trx)
    return { transaction, isWhole: true }
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error
    await sql`rollback to savepoint purpose`.execute(trx)
    return { transaction: await insert(trx, row), isWhole: false }
  }
}

const insert = (trx: Trx, row: Insertable<Transaction>): Promise<Locked<StoredTransaction>> =>
  insertLocked(trx.insertInto('transaction').values(row).returningAll().$castTo<StoredTransaction>())
