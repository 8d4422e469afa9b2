import { defineEntity, type Row } from '../entity.ts'
import { country, id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'

/** A node in a merchant's tree. The root is the merchant itself and has its id. */
export const organisation = defineEntity({
  name: 'organisation',
  resource: 'organisation',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    email: optional(text()),
    phone: optional(text()),
    street: optional(text()),
    street_number: optional(text()),
    extended_address: optional(text()),
    postal_code: optional(text()),
    locality: optional(text()),
    region: optional(text()),
    country_code: optional(country()),
    tax_number: optional(text()),
    parent: optional(ref('organisation')),
    /** The root has depth 0. */
    depth: integer(),
    ...ofMerchant,
  },
  filters: { id: 'any', name: 'is', parent: 'any', country_code: 'any', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['parent'],
  hasHistory: true,
  roles: entityRoles('ORGANISATION'),
  export: ['id', 'created_at', 'name', 'country_code', 'parent'],
  asRelation: ['id', 'created_at', 'name', 'country_code', 'parent', 'depth', 'merchant', 'merchant_name'],
})

export type Organisation = Row<typeof organisation>
