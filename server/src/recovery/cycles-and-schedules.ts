import { mostAttempts } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import { aboutCharged } from '../engine/outcome/doubts.ts'
import { type Contradiction, recordContradiction } from '../engine/outcome/record-contradiction.ts'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { isIdFor } from '../platform/db/ids.ts'
import type { Locked } from '../platform/db/locked.ts'
import type { ListedOrder } from '../processors/gateway.ts'
import { attemptOf, changeScheduled, lockScheduled, type StoredScheduled } from '../scheduled/locked-scheduled.ts'
import { cycleNamedIn, cycleOf } from '../subscriptions/begin-cycle.ts'
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
interface PaidCycle {
  subscription_id: string
  subscription_cycle: number
  customer_id: string
  recurring_type: 'initial' | 'subsequent'
}

/**
 * Opens the cycle of a subscription that a lost payment was for, by the reference that such payments have and by its id, which
 * proves it: billing would charge it once more. `doubted`: only the reference says so, as of a payment that the shop made itself
 * or from before ids proved it; the subscription is not charged until a person has looked. Undefined: it was for none, or the
 * cycle has another payment.
 */
export async function openLostCycle(
  trx: Trx,
  { merchant, payment, ordered, profile, began_at }: Asked & { payment: string },
): Promise<PaidCycle | { doubted: string } | undefined> {
  const named = cycleNamedIn(ordered.merchant_reference)
  if (!named) return undefined
  const ids = await trx
    .selectFrom('subscription')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('payment_profile_id', '=', profile.id)
    .where('currency_code', '=', ordered.currency_code)
    .where(({ fn, eb }) => eb(fn('right', [eb.cast<string>('id', 'text'), eb.lit(12)]), '=', named.subscription))
    .execute()
  const [found] = ids
  if (!found || ids.length > 1) return undefined
  const { subscription } = await lockSubscription(trx, engineActor(merchant, 'system'), found.id)
  const { id: subscription_id, customer_id, billing_cycle } = subscription
  if (named.cycle < billing_cycle) return undefined
  const isProved = isIdFor(cycleOf(subscription_id, named.cycle), payment)
  if (!isProved) return (await isOpenCycle(trx, subscription, named.cycle)) ? { doubted: subscription_id } : undefined
  const due_date = (named.cycle === billing_cycle ? subscription.due_date : null) ?? began_at.slice(0, 10)
  await trx
    .insertInto('subscription_cycle')
    .values({
      ...{ merchant_id: merchant, subscription_id, cycle: named.cycle, due_date, amount: ordered.amount },
      status: 'OPEN',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (!(await isOpenCycle(trx, subscription, named.cycle))) return undefined
  const recurring_type = named.cycle <= 1 ? 'initial' : 'subsequent'
  return { subscription_id, subscription_cycle: named.cycle, customer_id, recurring_type }
}

/** True: the cycle has no payment, also where it was not begun. */
async function isOpenCycle(trx: Trx, subscription: StoredSubscription, number: number): Promise<boolean> {
  const cycle = await findCycle(trx, subscription, number)
  return !cycle || (cycle.living === 0 && cycle.status !== 'PAID' && cycle.status !== 'FAILED')
}

/** Tells a person that a lost payment may be that of a cycle of the subscription. */
export const doubtCycle = (
  trx: Trx,
  asked: Asked,
  transaction: StoredTransaction,
  subscription: string,
  now: Date,
): Promise<Contradiction | undefined> =>
  recordContradiction(trx, doubtAbout(asked, transaction, aboutCharged('subscription', subscription)), now)

const doubtAbout = ({ merchant, profile, ordered }: Asked, transaction: StoredTransaction, about: string) => ({
  ...{ merchant_id: merchant, processor: profile.processor, kind: 'not_understood' as const, transaction, about },
  ...{ they_say: `it may be ${about}`, we_say: transaction.status, our_amount: ordered.amount },
})

/**
 * Gives a lost payment to the scheduled payment that it was an attempt of, which would be tried once more: its id proves it. An id
 * from before that was so proves nothing, nor does a payment that the shop made itself with the same reference and amount. The
 * scheduled payments that it may be are not charged until a person has looked: gives what is told of them. Those that were due
 * come before those that could only have been run before their day.
 */
export async function noteLostAttempt(
  trx: Trx,
  asked: Asked,
  transaction: StoredTransaction,
  now: Date,
): Promise<Contradiction[]> {
  const { merchant, ordered, profile, began_at } = asked
  const open = trx
    .selectFrom('scheduled_transaction')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('next_attempt_at', 'is not', null)
    .orderBy('id')
  // Shop, reference and amount may have been others when it was tried: what was changed after the backup is lost as well.
  const proved = (await open.execute()).find(({ id }) => isAttemptOf(id, transaction.id))
  if (proved) {
    const scheduled = await lockScheduled(trx, engineActor(merchant, 'system'), proved.id)
    // Null: somebody else has tried it meanwhile, so it may be paid twice.
    if (scheduled.next_attempt_at === null) return tellOf([scheduled])
    await openLostAttempt(trx, scheduled, transaction)
    return []
  }
  const alike = await open
    .where('payment_profile_id', '=', profile.id)
    .where('merchant_reference', '=', ordered.merchant_reference)
    .where('amount', '=', ordered.amount)
    .where('currency_code', '=', ordered.currency_code)
    .execute()
  const locked: Locked<StoredScheduled>[] = []
  for (const { id } of alike) locked.push(await lockScheduled(trx, engineActor(merchant, 'system'), id))
  // Somebody else may have tried one of them meanwhile.
  const fitting = locked.filter(({ next_attempt_at }) => next_attempt_at !== null)
  const due = fitting.filter(({ next_attempt_at }) => next_attempt_at !== null && next_attempt_at <= began_at)
  return tellOf(due.length > 0 ? due : fitting)

  async function tellOf(doubtful: readonly StoredScheduled[]): Promise<Contradiction[]> {
    const told: Contradiction[] = []
    for (const { id } of doubtful) {
      const said = doubtAbout(asked, transaction, aboutCharged('scheduled payment', id))
      const contradiction = await recordContradiction(trx, said, now)
      if (contradiction) told.push(contradiction)
    }
    return told
  }
}

/** It may be any attempt: those before it may be lost as well. */
const isAttemptOf = (scheduled: string, payment: string): boolean =>
  attemptNumbers.some((attempt) => isIdFor(attemptOf(scheduled, attempt), payment))
const attemptNumbers = Array.from({ length: mostAttempts }, (_, at) => at + 1)

async function openLostAttempt(
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
