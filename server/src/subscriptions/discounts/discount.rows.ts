import { subscriptionDiscount } from '@kontor/contract/subscriptions/discount.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

export const discountSource: Source = {
  entity: subscriptionDiscount,
  listed: sql<boolean>`row.deleted_at is null`,
  rows: (db, actor) =>
    db
      .selectFrom('subscription_discount')
      .where(visibleTo(actor, 'subscription_discount'))
      .select([
        'subscription_discount.id',
        'subscription_discount.created_at',
        'subscription_discount.name',
        'subscription_discount.type',
        // The type holds the value exactly: four decimals, or an integer that a JSON number holds.
        sql<number>`subscription_discount.amount::float8`.as('amount'),
        'subscription_discount.currency_code',
        'subscription_discount.duration',
        'subscription_discount.minimum_amount',
        'subscription_discount.limit_to_first_order',
        sql<boolean>`exists (select from subscription_discount_attached x
          where x.merchant_id = subscription_discount.merchant_id
            and x.subscription_discount_id = subscription_discount.id)`.as('in_use'),
        'subscription_discount.deleted_at',
        'subscription_discount.organisation_id as organisation',
        'subscription_discount.merchant_id as merchant',
      ]),
}
