import type { DoubtWord } from '@kontor/contract/contradictions/ending.rules'
import { mostAttempts } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import type { Doubt } from '../engine/contradictions/doubts.ts'
import { refusalOf } from '../engine/outbox/found.ts'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import { recurringTypeOf } from '../payments/begin/asked.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { isIdFor } from '../platform/db/ids.ts'
import type { Locked } from '../platform/db/locked.ts'
import type { ListedOrder } from '../processors/gateway.ts'
import { attemptOf, changeScheduled, lockScheduled, type StoredScheduled } from '../scheduled/locked-scheduled.ts'
import { cycleNamedIn, cycleOf, takesPayment } from '../subscriptions/begin-cycle.ts'
import { findCycle, lockSubscription, type StoredSubscription } from '../subscriptions/locked-subscription.ts'
import type { Profile } from './owner.ts'

/** A lost payment, as its processor lists it. */
export interface Asked {
  merchant: string
  ordered: ListedOrder
  profile: Profile
  began_at: string
}

/** The cycle of a subscription that a lost payment was for. */
export interface PaidCycle {
  subscription_id: string
  subscription_cycle: number
  customer_id: string
  recurring_type: 'initial' | 'subsequent'
}

/** What a lost payment has to do with subscriptions. `proved`: it is the payment of that cycle. */
type OfCycle =
  | { is: 'proved'; cycle: PaidCycle }
  /** `isProved`: it was of the cycle, which has another payment. */
  | { is: 'doubted'; doubt: Doubt; isProved: boolean }
  | { is: 'of_none' }

/**
 * Opens the cycle of a subscription that a lost payment was for, by the reference that such payments have and by its id, which
 * proves it: billing would charge it once more. A person is asked where only the reference says so, as of a payment that the shop
 * made itself or from before ids proved it, and where the cycle has another payment already.
 */
export async function openLostCycle(
  trx: Trx,
  { merchant, payment, ordered, profile, began_at }: Asked & { payment: string },
): Promise<OfCycle> {
  const named = cycleNamedIn(ordered.merchant_reference)
  if (!named) return { is: 'of_none' }
  const ids = await trx
    .selectFrom('subscription')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('payment_profile_id', '=', profile.id)
    .where('currency_code', '=', ordered.currency_code)
    .where(({ fn, eb }) => eb(fn('right', [eb.cast<string>('id', 'text'), eb.lit(12)]), '=', named.subscription))
    .execute()
  const [found] = ids
  if (!found || ids.length > 1) return { is: 'of_none' }
  const { subscription } = await lockSubscription(trx, engineActor(merchant, 'system'), found.id)
  const { id: subscription_id, customer_id, billing_cycle } = subscription
  const before = await findCycle(trx, subscription, named.cycle)
  const isOpen = named.cycle >= billing_cycle && (!before || takesPayment(before))
  const isProved = isIdFor(cycleOf(subscription_id, named.cycle), payment)
  const doubted = (word: DoubtWord): OfCycle => ({
    ...{ is: 'doubted', isProved },
    doubt: { what: 'subscription', id: subscription_id, word, other: before?.transaction_id },
  })
  // A shop takes by hand what Kontor could not take before. What began before the payment of the cycle may be of it, and lost.
  const isBefore = (before?.transaction_created_at ?? '') > began_at
  if (!isOpen) return isProved || isBefore ? doubted('CHARGED_TWICE') : { is: 'of_none' }
  if (!isProved) return doubted('MAY_BE_CHARGED')
  const due_date = (named.cycle === billing_cycle ? subscription.due_date : null) ?? began_at.slice(0, 10)
  await trx
    .insertInto('subscription_cycle')
    .values({
      ...{ merchant_id: merchant, subscription_id, cycle: named.cycle, due_date, amount: ordered.amount },
      status: 'OPEN',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const recurring_type = lostRecurringType(subscription, named.cycle)
  return { is: 'proved', cycle: { subscription_id, subscription_cycle: named.cycle, customer_id, recurring_type } }
}

/** No list says who asked for a lost payment. Until a subscription is active, only its payer pays: the cycle that comes next. */
export const lostRecurringType = ({ status, billing_cycle }: StoredSubscription, cycle: number) =>
  recurringTypeOf(status === 'CREATED' && cycle === billing_cycle ? 'payer' : 'subscription')

/** `isProved`: the payment was an attempt of a scheduled payment, and of nothing else. */
interface OfSchedule {
  isProved: boolean
  doubts: Doubt[]
}

/**
 * Gives a lost payment to the scheduled payment that it was an attempt of, which would be tried once more: its id proves it. An id
 * from before that was so proves nothing, nor does a payment that the shop made itself with the same reference and amount. The
 * scheduled payments that it may be are not charged until a person has looked: gives the doubt about each of them. Those that were
 * due come before those that could only have been run before their day. What was tried again before the payment was found is
 * told as well: it may be paid twice.
 */
export async function noteLostAttempt(trx: Trx, asked: Asked, transaction: StoredTransaction): Promise<OfSchedule> {
  const { merchant, ordered, profile, began_at } = asked
  const all = trx.selectFrom('scheduled_transaction as s').select('s.id').where('s.merchant_id', '=', merchant)
  const open = all.where('s.next_attempt_at', 'is not', null)
  // What is over since, and what is being tried: each by an index of its own.
  const closed = all.where('s.next_attempt_at', 'is', null)
  const over = closed.where('s.last_status_update', '>=', began_at)
  const underWay = closed.where('s.id', 'in', ({ selectFrom }) =>
    selectFrom('scheduled_attempt as a')
      .select('a.scheduled_id')
      .where('a.merchant_id', '=', merchant)
      .where('a.status', '=', 'OPEN'),
  )
  const lock = ({ id }: { id: string }) => lockScheduled(trx, engineActor(merchant, 'system'), id)
  // Shop, reference and amount may have been others when it was tried: what was changed after the backup is lost as well.
  const known = [...(await open.execute()), ...(await over.execute()), ...(await underWay.execute())]
  const proved = known.find(({ id }) => isAttemptOf(id, transaction.id))
  if (proved) {
    const scheduled = await lock(proved)
    // Null: it was tried again meanwhile, or is over. What was refused took nothing, so it is nobody's question.
    if (scheduled.next_attempt_at === null) {
      const isRefused = refusalOf(transaction.status) !== undefined
      return { isProved: true, doubts: isRefused ? [] : [await doubtOfGone(trx, scheduled)] }
    }
    await openLostAttempt(trx, scheduled, transaction)
    return { isProved: true, doubts: [] }
  }
  const alike = (query: typeof all) =>
    query
      .where('s.payment_profile_id', '=', profile.id)
      .where('s.merchant_reference', '=', ordered.merchant_reference)
      .where('s.amount', '=', ordered.amount)
      .where('s.currency_code', '=', ordered.currency_code)
      .orderBy('s.id')
      .execute()
  const found = [...(await alike(open)), ...(await alike(over)), ...(await alike(underWay))]
  const locked: Locked<StoredScheduled>[] = []
  for (const id of new Set(found.map((each) => each.id))) locked.push(await lock({ id }))
  const fitting = locked.filter(({ next_attempt_at }) => next_attempt_at !== null)
  const due = fitting.filter(({ next_attempt_at }) => next_attempt_at !== null && next_attempt_at <= began_at)
  const likely = due.length > 0 ? due : fitting
  const doubts = likely.map(({ id }): Doubt => ({ what: 'scheduled payment', id, word: 'MAY_BE_CHARGED' }))
  for (const each of locked)
    if (each.next_attempt_at === null) {
      const doubt = await doubtOfGone(trx, each, began_at)
      if (doubt.other) doubts.push(doubt)
    }
  return { isProved: false, doubts }
}

/** The doubt about a scheduled payment that has another attempt, begun after `since`, or that is over without one. */
async function doubtOfGone(trx: Trx, { merchant_id, id }: StoredScheduled, since = ''): Promise<Doubt> {
  const other = await trx
    .selectFrom('scheduled_attempt')
    .select(['transaction_id', 'started_at'])
    .where('merchant_id', '=', merchant_id)
    .where('scheduled_id', '=', id)
    .where('status', 'in', ['OPEN', 'PAID'])
    .executeTakeFirst()
  const isOther = other !== undefined && other.started_at > since
  return {
    ...{ what: 'scheduled payment', id, word: isOther ? 'CHARGED_TWICE' : 'MAY_BE_CHARGED' },
    ...(isOther && { other: other.transaction_id }),
  }
}

/** It may be any attempt: those before it may be lost as well. */
const isAttemptOf = (scheduled: string, payment: string): boolean =>
  attemptNumbers.some((attempt) => isIdFor(attemptOf(scheduled, attempt), payment))
const attemptNumbers = Array.from({ length: mostAttempts }, (_, at) => at + 1)

/** The scheduled payment takes a payment as its next attempt. */
export async function openLostAttempt(
  trx: Trx,
  scheduled: Locked<StoredScheduled>,
  transaction: StoredTransaction,
): Promise<void> {
  const { merchant_id, created_at: scheduled_created_at, id: scheduled_id } = scheduled
  // The first attempt that we know is the first one of the policy's days, whatever its number was.
  const attempt = scheduled.attempts + 1
  await trx
    .insertInto('scheduled_attempt')
    .values({
      ...{ merchant_id, scheduled_created_at, scheduled_id, attempt, status: 'OPEN' },
      ...{ transaction_created_at: transaction.created_at, transaction_id: transaction.id },
      started_at: transaction.created_at,
    })
    .execute()
  await changeScheduled(trx, scheduled, { attempts: attempt, next_attempt_at: null })
}
