import { plan } from '@kontor/contract/subscriptions/plan.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

export const planSource: Source = {
  entity: plan,
  listed: sql<boolean>`row.deleted_at is null`,
  rows: (db, actor) =>
    db
      .selectFrom('plan')
      .leftJoin('payment_profile', (join) =>
        join
          .onRef('payment_profile.merchant_id', '=', 'plan.merchant_id')
          .onRef('payment_profile.id', '=', 'plan.payment_profile_id'),
      )
      .where(visibleTo(actor, 'plan'))
      .select([
        'plan.id',
        'plan.created_at',
        'plan.name',
        'plan.description',
        'plan.dynamic_descriptor',
        'plan.amount',
        'plan.currency_code',
        'plan.interval',
        'plan.interval_count',
        'plan.max_billing_cycle',
        'plan.statuses_subscription_update',
        'plan.webhook_subscription_update',
        'plan.email_subscription_update',
        'plan.redirect_url',
        sql<boolean>`exists (select from subscription s where s.merchant_id = plan.merchant_id
          and s.plan_id = plan.id)`.as('in_use'),
        sql<number>`(select count(*) from subscription s where s.merchant_id = plan.merchant_id
          and s.plan_id = plan.id and s.act_on is not null)`.as('live_subscriptions'),
        'plan.deleted_at',
        'plan.payment_profile_id as payment_profile',
        'payment_profile.name as payment_profile_name',
        'plan.checkout_id as checkout',
        'plan.organisation_id as organisation',
        'plan.merchant_id as merchant',
      ]),
}
