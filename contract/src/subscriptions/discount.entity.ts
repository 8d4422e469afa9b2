import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, decimal, flag, id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'
import { discountTypes } from './discount.rules.ts'

/** A reduction of the amount of a subscription's cycles. */
export const subscriptionDiscount = defineEntity({
  name: 'subscription_discount',
  resource: 'subscriptiondiscount',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    type: choice(discountTypes),
    /** A fraction of at most 1; or minor units of `currency_code`, or of the plan's currency when there is none. */
    amount: decimal(),
    /** The currency of the amounts. Only plans in this currency can be given the discount; null: all plans. */
    currency_code: optional(currency()),
    /** The number of cycles; null: all following cycles. */
    duration: optional(integer()),
    /** The least amount of the plan, in minor units. */
    minimum_amount: optional(integer()),
    limit_to_first_order: flag(),
    /** True once a subscription has it: its terms are then fixed. */
    in_use: flag(),
    /** A deleted discount stays for the subscriptions that have it, but in no list. */
    deleted_at: optional(timestamp()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', type: 'any', currency_code: 'any', limit_to_first_order: 'is', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation'],
  hasHistory: true,
  module: 'subscriptions',
  roles: entityRoles('SUBSCRIPTION_DISCOUNT'),
  export: [
    'id',
    'created_at',
    'name',
    'type',
    'amount',
    'duration',
    'minimum_amount',
    'limit_to_first_order',
    'currency_code',
  ],
})

export type SubscriptionDiscount = Row<typeof subscriptionDiscount>
