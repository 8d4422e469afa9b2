import { daysBetween, plusDays } from '@kontor/contract/dates'
import { isFinalDecline } from '@kontor/contract/payments/decline.rules'
import { dueDate } from '@kontor/contract/subscriptions/billing-dates'
import { payWithin_days, retryAfter_days } from '@kontor/contract/subscriptions/subscription.rules'
import type { Updateable } from 'kysely'
import { findTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import { outcomeOfCharge } from '../payments/charge-card.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { dayIn } from '../platform/time/day-in.ts'
import type { SubscriptionCycle } from '../schema.ts'
import { changeSubscription } from './change-subscription.ts'
import { findCycle, type LockedSubscription, type StoredCycle, type WithCycle } from './locked-subscription.ts'
import { tellPayer } from './tell-payer.ts'
import type { Tell } from './tell-update.ts'

/**
 * Acts on the outcome of a cycle's payment; by default the next cycle's. The subscription is locked. A second call
 * finds nothing to do.
 */
export async function settleCycle(
  trx: Trx,
  tell: Tell,
  locked: LockedSubscription,
  now: Date,
  number = locked.subscription.billing_cycle,
): Promise<void> {
  const { subscription } = locked
  const isNext = number === subscription.billing_cycle
  const cycle = isNext ? locked.cycle : await findCycle(trx, subscription, number)
  if (cycle?.status !== 'PAYING' || !cycle.transaction_id) return
  const actor = engineActor(subscription.merchant_id, 'system')
  const transaction = await findTransaction(trx, actor, cycle.transaction_id)
  if (!transaction) return
  const outcome = outcomeOf(transaction)
  if (!isNext) return settleApart(trx, cycle, outcome, now)
  if (outcome === 'paid') await cyclePaid(trx, tell, { ...locked, cycle }, transaction, now)
  if (outcome === 'failed') {
    await changeCycle(trx, cycle, { status: 'OPEN' })
    // The cycle opens again, so that a payer on the page may try at once without waiting for the engine.
    const reason = transaction.status_reason ?? transaction.status.toLowerCase()
    const isFinal = isFinalDecline(reason) && isByAgreement(transaction, subscription)
    const act = subscription.status === 'CREATED' || isByPayer(transaction) ? payerFailed : cycleFailed
    await act(trx, tell, { ...locked, cycle }, { reason, isFinal }, now)
  }
}

/** True: its payer was there. What the engine asks for is recurring. */
const isByPayer = ({ channel }: StoredTransaction): boolean => channel === 'ecommerce'

/**
 * Settles a later cycle than the next one. Its predecessor was reversed while it was being paid, and is now the next
 * one. Only that one moves the subscription, past all cycles that are paid.
 */
async function settleApart(trx: Trx, cycle: StoredCycle, outcome: ReturnType<typeof outcomeOf>, now: Date) {
  if (outcome === 'failed') await changeCycle(trx, cycle, { status: 'OPEN' })
  if (outcome === 'paid') await markPaid(trx, cycle, now)
}

/** True: the payment was asked of the card or the agreement that later cycles are asked of too. */
const isByAgreement = (
  { card_id, agreement_id }: StoredTransaction,
  agreed: LockedSubscription['subscription'],
): boolean =>
  (card_id !== null && card_id === agreed.card_id) || (agreement_id !== null && agreement_id === agreed.agreement_id)

/** The outcome of a payment. A card that was only checked is authorized and never captured. */
const outcomeOf = ({ amount, status }: StoredTransaction) =>
  amount === 0 && status === 'AUTHORIZED' ? 'paid' : outcomeOfCharge(status)

/**
 * Marks the cycle as paid, by a transaction or because nothing was to be paid. The next cycle follows, or the
 * subscription is complete.
 */
export async function cyclePaid(
  trx: Trx,
  tell: Tell,
  before: WithCycle,
  by: Pick<StoredTransaction, 'payment_product' | 'card_id' | 'agreement_id'> | undefined,
  now: Date,
): Promise<void> {
  const { subscription, plan, cycle, time_zone } = before
  await markPaid(trx, cycle, now)
  // Cycles count from the day of the first payment, also when that came later than the start that was agreed.
  const isFirst = subscription.status === 'CREATED' && cycle.cycle > 0
  const starts_on = isFirst ? cycle.due_date : (subscription.starts_on ?? cycle.due_date)
  const next = await nextUnpaid(trx, before)
  const today = dayIn(time_zone, now)
  const paid = {
    starts_on,
    // Cycle 0 stores a card, and is no payment.
    ...(cycle.cycle > 0 ? { last_paid_cycle: next - 1, last_paid_date: today } : {}),
    status_reason: null,
    // The means of this payment also pay the later cycles. A cycle without a payment says nothing of a declined card.
    ...(by
      ? {
          final_decline: null,
          payment_product: by.payment_product,
          ...(by.card_id ? { card_id: by.card_id } : {}),
          ...(by.agreement_id ? { agreement_id: by.agreement_id } : {}),
        }
      : {}),
  }
  const due_date = dueDate(starts_on, plan, next)
  const isLast = subscription.max_billing_cycle !== null && next > subscription.max_billing_cycle
  // A payer is charged for one missed cycle a day (docs/adr/0247). A plan of each day would never catch up.
  const isDaily = plan.interval === 'day' && plan.interval_count === 1
  const waits = cycle.cycle > 0 && cycle.amount > 0 && due_date <= today && !isDaily
  const going = isLast ? {} : { billing_cycle: next, due_date, act_on: waits ? plusDays(today, 1) : due_date }
  const after = await changeSubscription(trx, tell, before, { ...paid, ...going, status: 'ACTIVE' }, now)
  if (isLast) await changeSubscription(trx, tell, after, { status: 'COMPLETED', due_date: null, act_on: null }, now)
}

async function markPaid(trx: Trx, cycle: StoredCycle, now: Date): Promise<void> {
  await changeCycle(trx, cycle, { status: 'PAID', paid_at: now.toISOString() })
  // A cycle that was paid and then reversed has been counted already.
  if (!cycle.paid_at) await countDiscount(trx, cycle)
  if (cycle.cycle === 1) await endFirstOrder(trx, cycle)
}

interface Failure {
  reason: string
  /** The agreed card or agreement must not be asked again (docs/adr/0071). */
  isFinal: boolean
}

/**
 * Handles a failed try of the engine. The subscription is past due and its payer is told. It is tried again some days
 * later, and expires after the last try; after a final decline it only waits for its payer until that day.
 */
export async function cycleFailed(
  trx: Trx,
  tell: Tell,
  before: WithCycle,
  { reason, isFinal }: Failure,
  now: Date,
): Promise<void> {
  const { subscription, cycle, time_zone } = before
  const today = dayIn(time_zone, now)
  const first = cycle.first_failed_on ?? today
  const final_decline = isFinal ? reason : subscription.final_decline
  const days = final_decline === null ? retryAfter_days : [payWithin_days]
  const next = days.map((each) => plusDays(first, each)).find((day) => day > today)
  await changeCycle(trx, cycle, { first_failed_on: first })
  const pastDue = { status: 'PAST_DUE' as const, status_reason: reason, final_decline, act_on: next ?? today }
  const after = await changeSubscription(trx, tell, before, pastDue, now)
  if (!next) await cycleGivenUp(trx, tell, { ...after, cycle }, now)
  else if (cycle.first_failed_on === null) await tellPayer(trx, tell, { ...after, cycle }, reason)
}

/**
 * Handles a failed try of the payer on the page, who may try until the subscription expires. Before the first payment only
 * payers try. The next try of the engine keeps its day, also when that passed while the payer was at the bank. Only a final
 * decline of the agreed card leaves no such try: its payer has the days that are left.
 */
async function payerFailed(
  trx: Trx,
  tell: Tell,
  before: WithCycle,
  { reason, isFinal }: Failure,
  now: Date,
): Promise<void> {
  const { first_failed_on: first } = before.cycle
  const left = isFinal && first !== null && { final_decline: reason, act_on: plusDays(first, payWithin_days) }
  await changeSubscription(trx, tell, before, { status_reason: reason, ...left }, now)
}

/**
 * Handles a try that the shop's own settings refused, so that no processor was asked. It is past due, which the shop is
 * told, and is tried again each day. Its payer, who can mend nothing, hears of nothing, and none of the payer's days are
 * used up.
 */
export async function cycleRefused(trx: Trx, tell: Tell, before: WithCycle, reason: string, now: Date): Promise<void> {
  const tomorrow = plusDays(dayIn(before.time_zone, now), 1)
  const { first_failed_on } = before.cycle
  const { act_on } = before.subscription
  if (first_failed_on !== null && act_on !== null)
    await changeCycle(trx, before.cycle, { first_failed_on: plusDays(first_failed_on, daysBetween(act_on, tomorrow)) })
  await changeSubscription(trx, tell, before, { status: 'PAST_DUE', status_reason: reason, act_on: tomorrow }, now)
}

/** Ends a subscription whose cycle nobody has paid in time. */
export async function cycleGivenUp(trx: Trx, tell: Tell, before: WithCycle, now: Date): Promise<void> {
  await changeCycle(trx, before.cycle, { status: 'FAILED' })
  await changeSubscription(trx, tell, before, { status: 'EXPIRED', act_on: null }, now)
}

/**
 * Handles money that never arrived although a processor reported the payment as paid. The cycle is owed again, before
 * later ones. A subscription that has ended stays so, and its failed transaction explains the missing money. While an
 * earlier cycle is owed, a later one only opens: it is asked for, and its payer told, once the earlier one is paid.
 */
export async function cycleReversed(trx: Trx, tell: Tell, before: WithCycle, now: Date): Promise<void> {
  const { subscription, cycle, time_zone } = before
  if (cycle.cycle > subscription.billing_cycle)
    return void (await changeCycle(trx, cycle, { status: 'OPEN', first_failed_on: null }))
  const today = dayIn(time_zone, now)
  await changeCycle(trx, cycle, { status: 'OPEN', first_failed_on: today })
  // A later one that is owed already waits for this one, and has its days once it is asked for again.
  await trx
    .updateTable('subscription_cycle')
    .set({ first_failed_on: null })
    .where('merchant_id', '=', subscription.merchant_id)
    .where('subscription_id', '=', subscription.id)
    .where('cycle', '>', cycle.cycle)
    .where('status', '=', 'OPEN')
    .execute()
  const owed = {
    billing_cycle: cycle.cycle,
    due_date: cycle.due_date,
    last_paid_cycle: cycle.cycle > 1 ? cycle.cycle - 1 : null,
    status: 'PAST_DUE' as const,
    status_reason: 'money_did_not_arrive',
    // What is not asked again waits for its payer as long as the mail says.
    act_on: plusDays(today, subscription.final_decline === null ? retryAfter_days[0] : payWithin_days),
  }
  const after = await changeSubscription(trx, tell, before, owed, now)
  await tellPayer(trx, tell, { ...after, cycle }, owed.status_reason)
}

async function nextUnpaid(trx: Trx, { subscription, cycle }: WithCycle): Promise<number> {
  const later = await trx
    .selectFrom('subscription_cycle')
    .select('cycle')
    .where('merchant_id', '=', subscription.merchant_id)
    .where('subscription_id', '=', subscription.id)
    .where('cycle', '>', cycle.cycle)
    .where('status', '=', 'PAID')
    .execute()
  const paid = new Set(later.map((each) => each.cycle))
  let next = cycle.cycle + 1
  while (paid.has(next)) next += 1
  return next
}

/** Counts a cycle of a discount; a discount with a limited number of cycles ends with the last of them. */
async function countDiscount(trx: Trx, { merchant_id, discount_attached_id }: StoredCycle): Promise<void> {
  if (!discount_attached_id) return
  const attached = await trx
    .updateTable('subscription_discount_attached')
    .set((set) => ({ applied_duration: set('applied_duration', '+', 1) }))
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', discount_attached_id)
    .returning(['applied_duration', 'subscription_discount_id'])
    .executeTakeFirstOrThrow()
  const { duration, limit_to_first_order } = await trx
    .selectFrom('subscription_discount')
    .select(['duration', 'limit_to_first_order'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', attached.subscription_discount_id)
    .executeTakeFirstOrThrow()
  if (!limit_to_first_order && (duration === null || attached.applied_duration < duration)) return
  await trx
    .updateTable('subscription_discount_attached')
    .set({ active: false })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', discount_attached_id)
    .execute()
}

/** Ends a discount of the first order also where it was given while its payer was paying the whole price already. */
async function endFirstOrder(trx: Trx, { merchant_id, subscription_id }: StoredCycle): Promise<void> {
  await trx
    .updateTable('subscription_discount_attached as attached')
    .from('subscription_discount as discount')
    .set({ active: false })
    .whereRef('discount.merchant_id', '=', 'attached.merchant_id')
    .whereRef('discount.id', '=', 'attached.subscription_discount_id')
    .where('discount.limit_to_first_order', '=', true)
    .where('attached.merchant_id', '=', merchant_id)
    .where('attached.subscription_id', '=', subscription_id)
    .where('attached.active', '=', true)
    .execute()
}

const changeCycle = (
  trx: Trx,
  { merchant_id, subscription_id, cycle }: StoredCycle,
  to: Updateable<SubscriptionCycle>,
) =>
  trx
    .updateTable('subscription_cycle')
    .set(to)
    .where('merchant_id', '=', merchant_id)
    .where('subscription_id', '=', subscription_id)
    .where('cycle', '=', cycle)
    .execute()
