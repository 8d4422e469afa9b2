import { languages } from '../codes/languages.ts'
import { defineEntity, type Row } from '../entity.ts'
import {
  choice,
  choices,
  code,
  currency,
  flag,
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
import { paymentProducts } from '../payments/transaction.rules.ts'
import { entityRoles } from '../roles.ts'
import { paymentLinkStatuses } from './link.rules.ts'

/** A web address at which somebody can pay without a web shop. */
export const paymentLink = defineEntity({
  name: 'payment_link',
  resource: 'paymentlink',
  fields: {
    id: id(),
    created_at: timestamp(),
    merchant_reference: text(),
    description: optional(text()),
    /** Null: the payer chooses. */
    amount: optional(money()),
    minimum_amount: optional(money()),
    maximum_amount: optional(money()),
    currency_code: currency(),
    customer: optional(ref('customer')),
    customer_name: optional(text()),
    payment_products: choices(paymentProducts),
    reusable: flag(),
    max_uses: optional(integer()),
    uses: integer(),
    attempts: integer(),
    expires_at: timestamp(),
    status: choice(paymentLinkStatuses),
    status_reason: optional(code()),
    last_status_update: timestamp(),
    /** True while it can still be paid. */
    active: flag(),
    language: choice(languages),
    email_address: optional(text()),
    mails_sent: integer(),
    last_mailed_at: optional(timestamp()),
    redirect_url: optional(text()),
    /** Is called when the link is done or over. */
    webhook_url: optional(text()),
    created_by: optional(person()),
    payment_profile: ref('payment_profile'),
    payment_profile_name: text(),
    /** The design of its page; null: the brand's own look. */
    checkout: optional(ref('checkout')),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    active: 'is',
    status: 'any',
    created_at: 'range',
    expires_at: 'range',
    amount: 'range',
    currency_code: 'any',
    reusable: 'is',
    customer: 'is',
    payment_profile: 'any',
    checkout: 'is',
    merchant_reference: 'is',
  },
  search: { merchant_reference: 'prefix', description: 'contains', customer_name: 'contains', id: 'is' },
  sort: ['created_at', 'amount', 'expires_at', 'merchant_reference'],
  populate: ['customer', 'payment_profile', 'checkout', 'organisation'],
  roles: entityRoles('PAYMENT_LINK'),
  export: [
    'id',
    'created_at',
    'merchant_reference',
    'description',
    'amount',
    'currency_code',
    'customer_name',
    'reusable',
    'uses',
    'attempts',
    'expires_at',
    'status',
    'status_reason',
  ],
  // Links without an amount (the payer chooses it) are not in the sum.
  totals: ['amount'],
})

export type PaymentLink = Row<typeof paymentLink>
