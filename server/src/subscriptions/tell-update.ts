import { bodyOf } from '@kontor/contract/webhooks/body'
import type { PayloadData } from '@kontor/contract/webhooks/payloads'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { LockedSubscription, SubscriptionWithPlan } from './locked-subscription.ts'

/**
 * The requirements of webhooks and mails about a subscription: the key that seals mails, and the wall clock for
 * sending.
 */
export interface Tell {
  masterKey: string
  wall: Clock
}

export const updateMail = 'subscription_update'

/** Writes the webhook and the mail that the plan asks for about the subscription's present status. */
export async function tellUpdate(trx: Trx, tell: Tell, of: LockedSubscription, now: Date): Promise<void> {
  const { subscription, plan } = of
  if (!plan.statuses_subscription_update.includes(subscription.status)) return
  const { merchant_id: merchant } = subscription
  const { id, created_at } = newId(now)
  if (plan.webhook_subscription_update)
    await trx
      .insertInto('webhook')
      .values({
        merchant_id: merchant,
        id,
        created_at,
        organisation_id: subscription.organisation_id,
        type: 'subscription',
        item_id: subscription.id,
        status: subscription.status,
        url: plan.webhook_subscription_update,
        payload: JSON.stringify(bodyOf('subscription', subscriptionTold(of), created_at)),
      })
      .execute()
  if (plan.email_subscription_update) {
    const values = {
      merchant,
      subscription: subscription.id,
      status: subscription.status,
      address: plan.email_subscription_update,
    }
    await enqueueMail(trx, tell.masterKey, { template: updateMail, values, useful_ms: week_ms }, tell.wall.now())
  }
}

const week_ms = 7 * 86_400_000

export const subscriptionTold = ({ subscription, plan }: SubscriptionWithPlan): PayloadData<'subscription'> => ({
  id: subscription.id,
  status: subscription.status,
  status_reason: subscription.status_reason,
  plan: plan.id,
  customer: subscription.customer_id,
  billing_cycle: Math.max(subscription.billing_cycle, 1),
  due_date: subscription.due_date,
  max_billing_cycle: subscription.max_billing_cycle,
  last_paid_cycle: subscription.last_paid_cycle,
  last_paid_date: subscription.last_paid_date,
})
