import { defineEntity, type Row } from '../entity.ts'
import { choice, country, id, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'
import { customerSegments, customerStatuses, genders } from './customer.rules.ts'

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
    title: optional(text()),
    initials: optional(text()),
    first_name: optional(text()),
    last_name: optional(text()),
    gender: optional(choice(genders)),
    /** Masked in every row; `revealCustomerCall` returns the full value. */
    date_of_birth: optional(text()),
    social_security_number: optional(text()),
    street_address: optional(text()),
    house_number: optional(text()),
    house_number_suffix: optional(text()),
    postal_code: optional(text()),
    city: optional(text()),
    region: optional(text()),
    country_code: optional(country()),
    phone_number: optional(text()),
    fax_number: optional(text()),
    /** Computed from the customer's purchases (docs/adr/0040); null without a purchase. */
    segment: optional(choice(customerSegments)),
    status: choice(customerStatuses),
    status_reason: optional(text()),
    /** The time at which the personal data was removed. */
    erased_at: optional(timestamp()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    created_at: 'range',
    segment: 'any',
    country_code: 'any',
    email_address: 'is',
    reference: 'is',
  },
  search: { name: 'contains', email_address: 'contains', reference: 'prefix', id: 'is' },
  sort: ['created_at', 'name', 'email_address'],
  populate: ['organisation'],
  asRelation: ['id', 'reference', 'name', 'organisation', 'merchant'],
  roles: entityRoles('CUSTOMER'),
  export: ['id', 'created_at', 'reference', 'name', 'email_address', 'city', 'country_code', 'segment', 'status'],
})

export type Customer = Row<typeof customer>
