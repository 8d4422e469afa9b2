import { defineEntity, type Row } from '../entity.ts'
import { choice, decimal, flag, id, integer, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'
import { discountTypes } from './discount.rules.ts'

/** What can be taken off the cycles of a subscription. */
export const subscriptionDiscount = defineEntity({
  name: 'subscription_discount',
  resource: 'subscriptiondiscount',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    type: choice(discountTypes),
    /** A fraction, at most 1; or minor units of whatever currency the plan has. */
    amount: decimal(),
    /** In cycles; empty: all that follow. */
    duration: optional(integer()),
    /** Of the plan, in minor units of its currency. */
    minimum_amount: optional(integer()),
    limit_to_first_order: flag(),
    /** Given to a subscription: what it takes off is agreed. */
    in_use: flag(),
    /** Kept for those to whom it was given, and in no list any more. */
    deleted_at: optional(timestamp()),
    organisation: ref('organisation'),
    merchant: ref('merchant'),
  },
  filters: { id: 'is', type: 'any', limit_to_first_order: 'is', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation'],
  roles: entityRoles('SUBSCRIPTION_DISCOUNT'),
  export: ['id', 'created_at', 'name', 'type', 'amount', 'duration', 'minimum_amount', 'limit_to_first_order'],
})

export type SubscriptionDiscount = Row<typeof subscriptionDiscount>
