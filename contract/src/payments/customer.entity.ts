import { defineEntity, type Row } from '../entity.ts'
import { choice, country, id, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'

export const customerStatuses = ['UNKNOWN', 'AUTO_UNVERIFIED', 'UNVERIFIED', 'AUTO_VERIFIED', 'VERIFIED'] as const

/** Somebody who pays a merchant. */
export const customer = defineEntity({
  name: 'customer',
  resource: 'customer',
  fields: {
    id: id(),
    created_at: timestamp(),
    /** The merchant's own number for this customer. */
    reference: optional(text()),
    name: optional(text()),
    email_address: optional(text()),
    first_name: optional(text()),
    last_name: optional(text()),
    city: optional(text()),
    postal_code: optional(text()),
    country_code: optional(country()),
    phone_number: optional(text()),
    status: choice(customerStatuses),
    status_reason: optional(text()),
    organisation: ref('organisation'),
    merchant: ref('merchant'),
  },
  filters: { id: 'is', status: 'any', created_at: 'range', country_code: 'any', email_address: 'is', reference: 'is' },
  search: { name: 'contains', email_address: 'contains', reference: 'prefix', id: 'is' },
  sort: ['created_at', 'name', 'email_address'],
  populate: ['organisation'],
  roles: entityRoles('CUSTOMER'),
  export: ['id', 'created_at', 'reference', 'name', 'email_address', 'city', 'country_code', 'status'],
})

export type Customer = Row<typeof customer>
