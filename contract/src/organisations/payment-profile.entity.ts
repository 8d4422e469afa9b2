import { defineEntity, type Row } from '../entity.ts'
import { currency, id, integer, optional, ref, refs, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'

/** A shop of a merchant: its website, its currency, its processors. */
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
    processors: refs('processor'),
    /** Where it is told, signed, what becomes of its payments. */
    webhook_transaction_update: optional(text()),
    webhook_refund_update: optional(text()),
    webhook_chargeback_update: optional(text()),
    /** Who hears that an address does not work. */
    webhook_failed_email: optional(text()),
    /** The most that one payment may be, in minor units of its currency; null: as its merchant and the installation say. */
    largest_payment: optional(integer()),
    organisation: ref('organisation'),
    merchant: ref('merchant'),
  },
  filters: { id: 'is', name: 'is', display_name: 'is', currency_code: 'any', created_at: 'range' },
  search: { name: 'contains', display_name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation', 'processors'],
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
  roles: entityRoles('PAYMENT_PROFILE'),
  export: ['id', 'created_at', 'name', 'display_name', 'currency_code', 'website'],
})

export type PaymentProfile = Row<typeof paymentProfile>
