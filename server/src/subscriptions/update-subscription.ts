import { Refusal } from '@kontor/contract/refusal'
import { subscriptionCan } from '@kontor/contract/subscriptions/subscription.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { refuseTooLong } from './bounded-length.ts'
import { changeSubscription } from './change-subscription.ts'
import { lockSubscription } from './locked-subscription.ts'
import type { Tell } from './tell-update.ts'

/** Sets the last cycle, which may be the next one but none before it. Null: it has no end. What is not given stays. */
export async function updateSubscription(
  trx: Trx,
  actor: Actor,
  id: string,
  input: { id?: string | undefined; max_billing_cycle?: number | null | undefined },
  now: Date,
  tell: Tell,
): Promise<void> {
  if (input.id !== undefined && input.id !== id)
    throw new Refusal('invalid_request', { 'body.id': 'not_of_the_address' })
  const locked = await lockSubscription(trx, actor, id)
  if (!subscriptionCan.update(locked.subscription)) throw new Refusal('subscription_over')
  const { max_billing_cycle } = input
  if (max_billing_cycle === undefined) return
  if (max_billing_cycle !== null && max_billing_cycle < locked.subscription.billing_cycle)
    throw new Refusal('invalid_request', {
      'body.max_billing_cycle': 'before_the_next_cycle',
      billing_cycle: locked.subscription.billing_cycle,
    })
  refuseTooLong(locked.plan, max_billing_cycle)
  await changeSubscription(trx, tell, locked, { max_billing_cycle }, now)
}
