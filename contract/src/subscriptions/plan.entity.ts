import { defineEntity, type Row } from '../entity.ts'
import { choice, choices, currency, flag, id, integer, money, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'
import { planIntervals } from './plan.rules.ts'
import { subscriptionStatuses } from './subscription.rules.ts'

/** What a customer subscribes to: so much, every so often. */
export const plan = defineEntity({
  name: 'plan',
  resource: 'plan',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    description: optional(text()),
    /** What stands on the payer's statement. */
    dynamic_descriptor: optional(text()),
    amount: money(),
    currency_code: currency(),
    interval: choice(planIntervals),
    interval_count: integer(),
    /** Empty: without an end. A subscription takes it over when it begins. */
    max_billing_cycle: optional(integer()),
    /** Of which statuses of its subscriptions the addresses below are told. */
    statuses_subscription_update: choices(subscriptionStatuses),
    webhook_subscription_update: optional(text()),
    email_subscription_update: optional(text()),
    /** Where a payer goes on to after the first payment. */
    redirect_url: optional(text()),
    /** Subscribed to: what it costs, and how often, is agreed. */
    in_use: flag(),
    /** That are not over: as long as there are any, it cannot be deleted. */
    live_subscriptions: integer(),
    /** Kept for those who once subscribed to it, and in no list any more. */
    deleted_at: optional(timestamp()),
    payment_profile: ref('payment_profile'),
    payment_profile_name: text(),
    /** How the page of its subscriptions looks; null: the brand's own look. */
    checkout: optional(ref('checkout')),
    organisation: ref('organisation'),
    merchant: ref('merchant'),
  },
  filters: {
    id: 'is',
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
  roles: entityRoles('PLAN'),
  export: ['id', 'created_at', 'name', 'amount', 'currency_code', 'interval', 'interval_count', 'max_billing_cycle'],
})

export type Plan = Row<typeof plan>
