import { defineEntity, type Row } from '../entity.ts'
import { currency, flag, id, integer, ofMerchant, optional, ref, refs, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'

/** A merchant's shop: its website, its currency, its processors. */
export const paymentProfile = defineEntity({
  name: 'payment_profile',
  resource: 'paymentprofile',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    display_name: text(),
    website: optional(text()),
    description: optional(text()),
    currency_code: currency(),
    /** The merchant category code of ISO 18245; null: that of the merchant. */
    mcc: optional(text()),
    processors: refs('processor'),
    /** Services that are asked about a payment before its processor is, in this order. */
    middleware: refs('middleware'),
    /** Addresses that receive signed webhooks about its payments. */
    webhook_transaction_update: optional(text()),
    webhook_refund_update: optional(text()),
    webhook_chargeback_update: optional(text()),
    /** The mail address that hears when a webhook address fails. */
    webhook_failed_email: optional(text()),
    /**
     * The upper limit of one payment, in minor units of its currency; null: the limit of the merchant or the
     * installation.
     */
    largest_payment: optional(integer()),
    /** True: a payment that its processor certainly did not take goes on to a second one (docs/adr/0113). */
    failover: flag(),
    /** The account to which its payments are paid out; null: that of the merchant. */
    bank_account: optional(ref('bank_account')),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    name: 'is',
    display_name: 'is',
    currency_code: 'any',
    processors: 'any',
    bank_account: 'any',
    created_at: 'range',
  },
  search: { name: 'contains', display_name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation', 'processors', 'middleware', 'bank_account'],
  asRelation: [
    'id',
    'created_at',
    'name',
    'display_name',
    'website',
    'description',
    'currency_code',
    'processors',
    'organisation',
    'merchant',
  ],
  hasHistory: true,
  recordedAmounts: ['largest_payment'],
  recordedPlaces: ['position'],
  roles: entityRoles('PAYMENT_PROFILE'),
  export: ['id', 'created_at', 'name', 'display_name', 'currency_code', 'website'],
})

export type PaymentProfile = Row<typeof paymentProfile>
/** From payment product to the id of the routing that it uses. */
export type PaymentProfileWithRouting = PaymentProfile & { routing: Readonly<Record<string, string>> }
