import { Refusal } from '@kontor/contract/refusal'
import { subscriptionCan, subscriptionStatuses } from '@kontor/contract/subscriptions/subscription.rules'
import { type Actor, engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { changeSubscription } from './change-subscription.ts'
import { type LockedSubscription, lockSubscription } from './locked-subscription.ts'
import type { Tell } from './tell-update.ts'

/**
 * Cancels a subscription, so that nothing more is charged. Refused while a payment is under way, because an ended
 * subscription must not receive money.
 */
export async function cancelSubscription(trx: Trx, actor: Actor, id: string, now: Date, tell: Tell): Promise<void> {
  const locked = await lockSubscription(trx, actor, id)
  if (!subscriptionCan.cancel(locked.subscription)) throw new Refusal('subscription_over')
  if (await isPaying(trx, locked)) throw new Refusal('operation_in_progress')
  await changeSubscription(trx, tell, locked, cancelled('cancelled'), now)
}

/**
 * Cancels what a customer, whose data is erased, would be charged for, beyond what the actor may see: an erased customer
 * has nothing left to pay by, and nobody to tell.
 */
export async function cancelSubscriptionsOf(
  trx: Trx,
  { merchant, customer }: { merchant: string; customer: string },
  now: Date,
  tell: Tell,
): Promise<void> {
  const found = await trx
    .selectFrom('subscription')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('customer_id', '=', customer)
    .where(
      'status',
      'in',
      subscriptionStatuses.filter((status) => subscriptionCan.cancel({ status })),
    )
    .orderBy('id')
    .execute()
  for (const { id } of found) {
    const locked = await lockSubscription(trx, engineActor(merchant, 'system'), id)
    if (!subscriptionCan.cancel(locked.subscription)) continue
    if (await isPaying(trx, locked)) throw new Refusal('operation_in_progress')
    await changeSubscription(trx, tell, locked, cancelled('customer_erased'), now)
  }
}

export const cancelled = (status_reason: 'cancelled' | 'customer_erased') =>
  ({ status: 'CANCELLED', status_reason, act_on: null, due_date: null }) as const

/** True while any cycle is being paid: an earlier cycle may have been reversed while a later one was being paid. */
async function isPaying(trx: Trx, { subscription }: LockedSubscription): Promise<boolean> {
  const one = await trx
    .selectFrom('subscription_cycle')
    .select('cycle')
    .where('merchant_id', '=', subscription.merchant_id)
    .where('subscription_id', '=', subscription.id)
    .where('status', '=', 'PAYING')
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
