import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { ListedOrder } from '../processors/gateway.ts'
import { changeScheduled, lockScheduled } from '../scheduled/locked-scheduled.ts'
import { cycleNamedIn } from '../subscriptions/begin-cycle.ts'
import { findCycle, lockSubscription } from '../subscriptions/locked-subscription.ts'

/** A lost payment, as its processor lists it. */
export interface Asked {
  merchant: string
  ordered: ListedOrder
  profile: string
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
 * Opens the cycle of a subscription that a lost payment was for, by the reference that such payments have: billing would charge it
 * once more. Undefined: it was for none, or the cycle has another payment.
 */
export async function openLostCycle(
  trx: Trx,
  { merchant, ordered, profile, began_at }: Asked,
): Promise<PaidCycle | undefined> {
  const named = cycleNamedIn(ordered.merchant_reference)
  if (!named) return undefined
  const ids = await trx
    .selectFrom('subscription')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('payment_profile_id', '=', profile)
    .where('currency_code', '=', ordered.currency_code)
    .where(({ fn, eb }) => eb(fn('right', [eb.cast<string>('id', 'text'), eb.lit(12)]), '=', named.subscription))
    .execute()
  const [found] = ids
  if (!found || ids.length > 1) return undefined
  const { subscription } = await lockSubscription(trx, engineActor(merchant, 'system'), found.id)
  const { id: subscription_id, customer_id, billing_cycle } = subscription
  if (named.cycle < billing_cycle) return undefined
  const due_date = (named.cycle === billing_cycle ? subscription.due_date : null) ?? began_at.slice(0, 10)
  await trx
    .insertInto('subscription_cycle')
    .values({
      ...{ merchant_id: merchant, subscription_id, cycle: named.cycle, due_date, amount: ordered.amount },
      status: 'OPEN',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const cycle = await findCycle(trx, subscription, named.cycle)
  if (!cycle || cycle.living > 0 || cycle.status === 'PAID' || cycle.status === 'FAILED') return undefined
  const recurring_type = named.cycle <= 1 ? 'initial' : 'subsequent'
  return { subscription_id, subscription_cycle: named.cycle, customer_id, recurring_type }
}

/**
 * Gives a lost payment to the scheduled payment that it was an attempt of, which would be tried once more: the one that fell due
 * first of those with its shop, reference and amount.
 */
export async function noteLostAttempt(
  trx: Trx,
  { merchant, ordered, profile, began_at }: Asked,
  transaction: { created_at: string; id: string },
): Promise<void> {
  const due = await trx
    .selectFrom('scheduled_transaction')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('payment_profile_id', '=', profile)
    .where('merchant_reference', '=', ordered.merchant_reference)
    .where('amount', '=', ordered.amount)
    .where('currency_code', '=', ordered.currency_code)
    .where('next_attempt_at', '<=', began_at)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!due) return
  const scheduled = await lockScheduled(trx, engineActor(merchant, 'system'), due.id)
  // Somebody else tried it meanwhile.
  if (scheduled.next_attempt_at === null || scheduled.next_attempt_at > began_at) return
  const attempt = scheduled.attempts + 1
  await trx
    .insertInto('scheduled_attempt')
    .values({
      ...{ merchant_id: merchant, scheduled_created_at: scheduled.created_at, scheduled_id: scheduled.id, attempt },
      ...{ transaction_created_at: transaction.created_at, transaction_id: transaction.id },
      ...{ status: 'OPEN', started_at: began_at },
    })
    .execute()
  await changeScheduled(trx, scheduled, { attempts: attempt, next_attempt_at: null })
}
