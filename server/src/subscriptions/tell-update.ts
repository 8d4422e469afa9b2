import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { LockedSubscription } from './locked-subscription.ts'

/**
 * The requirements of webhooks and mails about a subscription: the key that seals mails, and the wall clock for
 * sending.
 */
export interface Tell {
  masterKey: string
  wall: Clock
}

export const updateMail = 'subscription_update'

/** Writes what the webhook and the mail that the plan asks for are made of, about the subscription's present status. */
export async function tellUpdate(
  trx: Trx,
  tell: Tell,
  { subscription, plan }: LockedSubscription,
  now: Date,
): Promise<void> {
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
        told: sql<string>`(select webhook_told('subscription', to_jsonb(s)) from subscription as s
          where s.merchant_id = ${merchant} and s.id = ${subscription.id})`,
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
