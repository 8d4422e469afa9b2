import { defineEntity, type Row } from '../entity.ts'
import { country, currency, flag, id, integer, money, optional, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'

/**
 * A customer of the provider, with what it turned over in the last 28 days: `amount` and `count` are the settled and
 * settling transactions in the provider's base currency; other currencies are in `revenue`, never added up. `amount` is null
 * where it is more than a JSON number holds.
 */
export const merchant = defineEntity({
  name: 'merchant',
  resource: 'psp/merchant',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    active: flag(),
    country_code: country(),
    time_zone: text(),
    currency_code: currency(),
    amount: optional(money()),
    count: integer(),
    /** The most that one payment may be, in minor units of its currency; null: as the installation says. */
    largest_payment: optional(integer()),
  },
  filters: { id: 'is', active: 'is', name: 'is', country_code: 'any', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['amount', 'count', 'name', 'created_at'],
  defaultSort: '-amount',
  roles: providerEntityRoles('PSP_MERCHANT'),
  export: ['id', 'created_at', 'name', 'active', 'country_code', 'currency_code', 'amount', 'count'],
})

export type Merchant = Row<typeof merchant>
