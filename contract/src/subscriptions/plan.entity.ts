import { defineEntity, type Row } from '../entity.ts'
import {
  choice,
  choices,
  currency,
  flag,
  id,
  integer,
  money,
  ofMerchant,
  optional,
  ref,
  text,
  timestamp,
} from '../field.ts'
import { entityRoles } from '../roles.ts'
import { planIntervals } from './plan.rules.ts'
import { subscriptionStatuses } from './subscription.rules.ts'

/** An amount and an interval that customers subscribe to. */
export const plan = defineEntity({
  name: 'plan',
  resource: 'plan',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    description: optional(text()),
    /** The text on the payer's bank statement. */
    dynamic_descriptor: optional(text()),
    amount: money(),
    currency_code: currency(),
    interval: choice(planIntervals),
    interval_count: integer(),
    /** Null: without an end. A subscription copies the value when it begins. */
    max_billing_cycle: optional(integer()),
    /** Subscription statuses that the addresses below are told about. */
    statuses_subscription_update: choices(subscriptionStatuses),
    webhook_subscription_update: optional(text()),
    email_subscription_update: optional(text()),
    /** The page that the payer continues to after the first payment. */
    redirect_url: optional(text()),
    /** True once somebody subscribed to it: its amount and interval are then fixed. */
    in_use: flag(),
    /** The number of subscriptions that are not over. The plan cannot be deleted while there are any. */
    live_subscriptions: integer(),
    /** A deleted plan stays for its past subscriptions, but in no list. */
    deleted_at: optional(timestamp()),
    payment_profile: ref('payment_profile'),
    payment_profile_name: text(),
    /** The design of the page of its subscriptions; null: the brand's own look. */
    checkout: optional(ref('checkout')),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    amount: 'range',
    currency_code: 'any',
    interval: 'any',
    payment_profile: 'any',
    checkout: 'is',
    created_at: 'range',
  },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name', 'amount'],
  populate: ['payment_profile', 'organisation', 'checkout'],
  hasHistory: true,
  module: 'subscriptions',
  roles: entityRoles('PLAN'),
  export: ['id', 'created_at', 'name', 'amount', 'currency_code', 'interval', 'interval_count', 'max_billing_cycle'],
})

export type Plan = Row<typeof plan>
