import type { SubscriptionStatus } from '@kontor/contract/subscriptions/subscription.rules'
import type { Updateable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import type { Subscription } from '../schema.ts'
import type { LockedSubscription } from './locked-subscription.ts'
import { type Tell, tellUpdate } from './tell-update.ts'

type Changes = Omit<Updateable<Subscription>, 'status'> & { status?: SubscriptionStatus }

/**
 * The only way to change a subscription: writes the row and the plan's webhook and mail about it, in one database
 * transaction.
 */
export async function changeSubscription(
  trx: Trx,
  tell: Tell,
  before: LockedSubscription,
  changes: Changes,
  now: Date,
): Promise<LockedSubscription> {
  await trx
    .updateTable('subscription')
    .set(changes)
    .where('merchant_id', '=', before.subscription.merchant_id)
    .where('id', '=', before.subscription.id)
    .execute()
  const subscription = { ...before.subscription, ...changes } as LockedSubscription['subscription']
  const after = { ...before, subscription }
  if (subscription.status !== before.subscription.status) await tellUpdate(trx, tell, after, now)
  return after
}
