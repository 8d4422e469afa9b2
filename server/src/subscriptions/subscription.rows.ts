import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { sql } from 'kysely'
import { toldName } from '../platform/changes/own-people.ts'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const subscriptionSource: Source = {
  entity: subscription,
  rows: (db, actor) =>
    db
      .selectFrom('subscription')
      .leftJoin('plan', (join) =>
        join.onRef('plan.merchant_id', '=', 'subscription.merchant_id').onRef('plan.id', '=', 'subscription.plan_id'),
      )
      .leftJoin('customer', (join) =>
        join
          .onRef('customer.merchant_id', '=', 'subscription.merchant_id')
          .onRef('customer.id', '=', 'subscription.customer_id'),
      )
      .leftJoin('card', (join) =>
        join.onRef('card.merchant_id', '=', 'subscription.merchant_id').onRef('card.id', '=', 'subscription.card_id'),
      )
      .where(visibleTo(actor, 'subscription'))
      .select([
        'subscription.id',
        'subscription.created_at',
        'subscription.customer_id as customer',
        sql<string | null>`nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`.as('customer_name'),
        'subscription.plan_id as plan',
        'plan.name as plan_name',
        'plan.amount',
        'subscription.currency_code',
        // Before a start that lies ahead nothing is charged (cycle 0): the first cycle is the next one that is paid.
        sql<number>`greatest(subscription.billing_cycle, 1)`.as('billing_cycle'),
        'subscription.due_date',
        'subscription.max_billing_cycle',
        'subscription.payment_product',
        'card.brand as card_brand',
        'card.last_four as card_last_four',
        'subscription.status',
        'subscription.status_reason',
        'subscription.last_status_update',
        'subscription.last_paid_cycle',
        'subscription.last_paid_date',
        sql<string | null>`case when subscription.status = 'PAST_DUE' and subscription.final_decline is null
          then subscription.act_on end`.as('retry_date'),
        // What the engine does on this day, if nobody has paid by then, is to end the subscription.
        sql<string | null>`case when subscription.status = 'PAST_DUE' and subscription.final_decline is not null
          then subscription.act_on end`.as('pay_before'),
        'subscription.agreed_at',
        'subscription.agreed_terms',
        'subscription.agreed_language',
        toldName(actor, 'subscription.created_by').as('created_by'),
        sql<string[]>`array(select x.subscription_discount_id from subscription_discount_attached x
          where x.merchant_id = subscription.merchant_id and x.subscription_id = subscription.id
          order by x.created_at desc, x.id desc)`.as('subscription_discount'),
        'subscription.payment_profile_id as payment_profile',
        'subscription.organisation_id as organisation',
        'subscription.merchant_id as merchant',
      ]),
}
