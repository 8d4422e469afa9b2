import { defineEntity, type Row } from '../entity.ts'
import {
  choice,
  code,
  currency,
  date,
  id,
  integer,
  money,
  ofMerchant,
  optional,
  person,
  ref,
  refs,
  text,
  timestamp,
} from '../field.ts'
import { entityRoles } from '../roles.ts'
import { subscriptionProducts, subscriptionStatuses } from './subscription.rules.ts'

/** A customer's agreement to pay a plan, cycle by cycle. */
export const subscription = defineEntity({
  name: 'subscription',
  resource: 'subscription',
  fields: {
    id: id(),
    created_at: timestamp(),
    customer: ref('customer'),
    customer_name: optional(text()),
    plan: ref('plan'),
    plan_name: text(),
    amount: money(),
    currency_code: currency(),
    /** The cycle that is paid next or is being paid; the last cycle when the subscription is over. */
    billing_cycle: integer(),
    /**
     * The due date of that cycle. Null before the first payment when none was agreed, and when the subscription is
     * over.
     */
    due_date: optional(date()),
    max_billing_cycle: optional(integer()),
    payment_product: optional(choice(subscriptionProducts)),
    card_brand: optional(text()),
    card_last_four: optional(text()),
    status: choice(subscriptionStatuses),
    status_reason: optional(code()),
    last_status_update: timestamp(),
    last_paid_cycle: optional(integer()),
    last_paid_date: optional(date()),
    /** The day on which a failed payment is tried again. */
    retry_date: optional(date()),
    /** The day on which it ends unless its payer has paid: after a final decline it is not tried again. */
    pay_before: optional(date()),
    /** When its payer last agreed on its page to be charged; with the version and the language of the words. */
    agreed_at: optional(timestamp()),
    agreed_terms: optional(text()),
    agreed_language: optional(text()),
    created_by: optional(person()),
    /** All discounts that it was given, newest first. */
    subscription_discount: refs('subscription_discount'),
    payment_profile: ref('payment_profile'),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    billing_cycle: 'range',
    due_date: 'range',
    payment_product: 'any',
    plan: 'any',
    status: 'any',
    customer: 'is',
    created_at: 'range',
  },
  search: { customer_name: 'contains', id: 'is' },
  sort: ['created_at', 'due_date', 'billing_cycle'],
  populate: ['customer', 'plan', 'payment_profile', 'organisation', 'subscription_discount'],
  hasHistory: true,
  module: 'subscriptions',
  roles: entityRoles('SUBSCRIPTION'),
  export: [
    'id',
    'created_at',
    'customer_name',
    'plan_name',
    'amount',
    'currency_code',
    'billing_cycle',
    'due_date',
    'max_billing_cycle',
    'payment_product',
    'status',
    'status_reason',
    'last_paid_cycle',
    'last_paid_date',
  ],
})

export type Subscription = Row<typeof subscription>
