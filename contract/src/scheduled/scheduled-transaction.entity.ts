import { defineEntity, type Row } from '../entity.ts'
import {
  choice,
  code,
  currency,
  id,
  integer,
  money,
  ofMerchant,
  optional,
  person,
  ref,
  text,
  timestamp,
} from '../field.ts'
import { entityRoles } from '../roles.ts'
import { retryPolicies, scheduledStatuses } from './scheduled-transaction.rules.ts'

/** A payment that is to be taken later, from a stored card. */
export const scheduledTransaction = defineEntity({
  name: 'scheduled_transaction',
  resource: 'scheduledtransaction',
  fields: {
    id: id(),
    created_at: timestamp(),
    due_at: timestamp(),
    amount: money(),
    currency_code: currency(),
    merchant_reference: text(),
    customer: ref('customer'),
    customer_name: optional(text()),
    card: ref('card'),
    card_name: text(),
    retry_policy: choice(retryPolicies),
    attempts: integer(),
    /** The time of the next try; null while it is being tried, and when it is over. */
    next_attempt_at: optional(timestamp()),
    status: choice(scheduledStatuses),
    status_reason: optional(code()),
    last_status_update: timestamp(),
    /** The payment of the last attempt. */
    transaction: optional(ref('transaction')),
    cancelled_at: optional(timestamp()),
    created_by: optional(person()),
    payment_profile: ref('payment_profile'),
    payment_profile_name: text(),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    due_at: 'range',
    created_at: 'range',
    amount: 'range',
    currency_code: 'any',
    customer: 'is',
    payment_profile: 'any',
    merchant_reference: 'is',
  },
  search: { merchant_reference: 'prefix', id: 'is', customer: 'contains' },
  sort: ['due_at', 'created_at', 'amount'],
  defaultSort: '-created_at',
  populate: ['customer', 'card', 'transaction', 'payment_profile', 'organisation'],
  hasHistory: true,
  roles: entityRoles('SCHEDULED_TRANSACTION'),
  export: [
    'id',
    'due_at',
    'amount',
    'currency_code',
    'customer_name',
    'card_name',
    'merchant_reference',
    'payment_profile_name',
    'attempts',
    'status',
    'status_reason',
    'transaction',
  ],
  totals: ['amount'],
})

export type ScheduledTransaction = Row<typeof scheduledTransaction>
