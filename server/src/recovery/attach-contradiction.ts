import type { attachContradictionEndpoint } from '@kontor/contract/contradictions/contradiction.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { mostAttempts, scheduledCan } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import { dueDate } from '@kontor/contract/subscriptions/billing-dates'
import { subscriptionCan } from '@kontor/contract/subscriptions/subscription.rules'
import { endContradiction, findContradiction, lockOpenContradiction } from '../contradictions/locked-contradiction.ts'
import { type Doubt, doubtIn } from '../engine/contradictions/doubts.ts'
import { changeTransaction } from '../engine/outcome/change-transaction.ts'
import { lockTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import { outcomeOfCharge } from '../payments/charge-card.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { changeScheduled, isBeingTried, lockScheduled, type StoredScheduled } from '../scheduled/locked-scheduled.ts'
import { concludeAttempt } from '../scheduled/scheduled-attempt.ts'
import { cycleNamedIn, openCycle, takesPayment } from '../subscriptions/begin-cycle.ts'
import {
  findCycle,
  type LockedSubscription,
  lockSubscription,
  onceStarted,
} from '../subscriptions/locked-subscription.ts'
import { settleCycle } from '../subscriptions/settle-cycle.ts'
import type { Tell } from '../subscriptions/tell-update.ts'
import { lostRecurringType, openLostAttempt } from './cycles-and-schedules.ts'

/**
 * Gives the payment of a doubt to the cycle or scheduled payment that it was of, which goes on as after a charge
 * (docs/adr/0225). No processor is asked for anything.
 */
export async function attachContradiction(
  trx: Trx,
  actor: Actor,
  id: string,
  { note }: ReadBody<typeof attachContradictionEndpoint>,
  now: Date,
  tell: Tell,
): Promise<void> {
  const seen = await findContradiction(trx, actor, id)
  if (seen.state !== 'OPEN') throw new Refusal('contradiction_over')
  const doubt = doubtIn(seen)
  if (!doubt || seen.transaction_id === null) throw new Refusal('contradiction_not_settleable')
  const asked = { id, doubt, payment: seen.transaction_id, note }
  if (doubt.what === 'subscription') await giveToCycle(trx, actor, asked, now, tell)
  else await giveToScheduled(trx, actor, asked, now)
}

interface Asked {
  id: string
  doubt: Pick<Doubt, 'what' | 'id'>
  payment: string
  note: string | undefined
}

/** What is charged is locked first, as by whatever charges it, and then the payment: the engine locks it before it records. */
async function lockBoth(trx: Trx, actor: Actor, { id, payment }: Asked) {
  const transaction = await lockTransaction(trx, actor, payment)
  const contradiction = await lockOpenContradiction(trx, actor, id)
  const attempt = await trx
    .selectFrom('scheduled_attempt')
    .select('attempt')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_id', '=', transaction.id)
    .executeTakeFirst()
  if (transaction.subscription_id !== null || attempt) throw new Refusal('payment_attached')
  return { transaction, contradiction }
}

async function giveToCycle(trx: Trx, actor: Actor, asked: Asked, now: Date, tell: Tell): Promise<void> {
  const found = await lockSubscription(trx, actor, asked.doubt.id)
  const { transaction, contradiction } = await lockBoth(trx, actor, asked)
  const { merchant_id, id: subscription_id } = found.subscription
  const named = cycleNamedIn(transaction.merchant_reference)
  if (!named || !subscription_id.endsWith(named.subscription)) throw new Refusal('contradiction_not_settleable')
  if (!subscriptionCan.pay(found.subscription) && !subscriptionCan.update(found.subscription))
    throw new Refusal('subscription_over')
  const locked = named.cycle > 0 ? await onceStarted(trx, found, now) : found
  const { billing_cycle } = locked.subscription
  const before = await findCycle(trx, locked.subscription, named.cycle)
  if (named.cycle < billing_cycle || (before && !takesPayment(before))) throw new Refusal('cycle_has_payment')
  await refuseAnother(trx, transaction, await asCharged(trx, locked, named.cycle, new Date(transaction.created_at)))
  await endContradiction(trx, actor, contradiction, { state: 'ATTACHED', we_say: transaction.status, note: asked.note })
  // A start that lay ahead has come: `onceStarted` changes only what was read.
  await trx
    .updateTable('subscription')
    .set({ billing_cycle })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', subscription_id)
    .execute()
  const recurring_type = lostRecurringType(locked.subscription, named.cycle)
  const of = { subscription_id, subscription_cycle: named.cycle, recurring_type }
  await changeTransaction(trx, transaction, of)
  await settleCycle(trx, tell, await lockSubscription(trx, actor, subscription_id), now, named.cycle)
}

/** What a payment was charged for, as far as it is known. */
interface Charged {
  amount: number
  currency_code: string
  customer_id: string
  /** Absent: the payer chose it. */
  payment_product?: string | null
  card_id?: string | null
}

/** Opens the cycle at its price of now, on the day of its payment: the first one says on which day all later ones are due. */
async function asCharged(trx: Trx, locked: LockedSubscription, cycle: number, began_at: Date): Promise<Charged> {
  const { subscription } = locked
  const { currency_code, customer_id, payment_product, card_id } = subscription
  const opened = await openCycle(trx, await atCycle(trx, locked, cycle), began_at)
  // The payer pays what is owed at our page, by whatever means.
  const agreed = subscriptionCan.pay(subscription) ? {} : { payment_product, card_id }
  return { amount: opened.cycle.amount, currency_code, customer_id, ...agreed }
}

/** A later cycle than the next one: what was to be paid before it may have been free. */
async function atCycle(trx: Trx, locked: LockedSubscription, cycle: number): Promise<LockedSubscription> {
  const { subscription, plan } = locked
  if (cycle === subscription.billing_cycle) return locked
  const due_date =
    subscription.starts_on === null ? subscription.due_date : dueDate(subscription.starts_on, plan, cycle)
  const at: LockedSubscription = { ...locked, subscription: { ...subscription, billing_cycle: cycle, due_date } }
  return { ...at, cycle: await findCycle(trx, at.subscription) }
}

async function giveToScheduled(trx: Trx, actor: Actor, asked: Asked, now: Date): Promise<void> {
  const scheduled = await lockScheduled(trx, actor, asked.doubt.id)
  const { transaction, contradiction } = await lockBoth(trx, actor, asked)
  if (!scheduledCan.run(scheduled) && !isPaidAfterAll(scheduled, transaction))
    throw new Refusal('scheduled_transaction_over')
  if (isBeingTried(scheduled)) throw new Refusal('operation_in_progress')
  await refuseAnother(trx, transaction, { ...scheduled, payment_product: 'card' })
  await endContradiction(trx, actor, contradiction, { state: 'ATTACHED', we_say: transaction.status, note: asked.note })
  if (scheduled.status === 'FAILED') await changeScheduled(trx, scheduled, { status: 'CREATED', status_reason: null })
  await openLostAttempt(trx, scheduled, transaction)
  const attempts = scheduled.attempts + 1
  await concludeAttempt(trx, { ...scheduled, status: 'CREATED', attempts, next_attempt_at: null }, now)
}

/** True: all attempts that Kontor knows had failed, and this one had not. */
const isPaidAfterAll = (scheduled: StoredScheduled, { status }: StoredTransaction): boolean =>
  scheduled.status === 'FAILED' &&
  scheduled.cancelled_at === null &&
  scheduled.attempts < mostAttempts &&
  outcomeOfCharge(status) === 'paid'

/** Refuses a payment that cannot be the one: of other money, of somebody else, or made by something else. */
async function refuseAnother(trx: Trx, payment: StoredTransaction, charged: Charged): Promise<void> {
  // Its money went back: what it would pay has to be charged again.
  if (payment.refund_reserved > 0) throw new Refusal('payment_has_refunds', { refunded: payment.refund_reserved })
  if (payment.amount !== charged.amount || payment.currency_code !== charged.currency_code)
    throw new Refusal('amount_differs')
  if (payment.customer_id !== null && payment.customer_id !== charged.customer_id) throw new Refusal('customer_differs')
  const { payment_product, card_id } = charged
  if (payment_product && payment_product !== payment.payment_product) throw new Refusal('card_differs')
  if (!card_id || payment.card_last_four === null) return
  const card = await trx
    .selectFrom('card')
    .select('last_four')
    .where('merchant_id', '=', payment.merchant_id)
    .where('id', '=', card_id)
    .executeTakeFirst()
  if (card && card.last_four !== payment.card_last_four) throw new Refusal('card_differs')
}
