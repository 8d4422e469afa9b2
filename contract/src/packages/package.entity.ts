import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, flag, id, integer, money, optional, ref, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { negativeClosings } from '../settlements/profiles/settlement-profile.rules.ts'

/** What merchants are sold under a name: their schemes, and how they are settled. Null: it says nothing of it. */
export const pricePackage = defineEntity({
  name: 'package',
  resource: 'psp/package',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    description: optional(text()),
    /** The schemes that apply today. */
    revenue_scheme: optional(ref('revenue_scheme')),
    cost_scheme: optional(ref('cost_scheme')),
    reserve_scheme: optional(ref('reserve_scheme')),
    partner_scheme: optional(ref('partner_scheme')),
    settlement_schedule: optional(ref('settlement_schedule')),
    delay_days: optional(integer()),
    /** Of settlements in the package's currency. */
    minimum: optional(money()),
    currency_code: currency(),
    negative: optional(choice(negativeClosings)),
    /** Merchants that have it today. */
    merchants: integer(),
    /** Merchants may be given it. */
    active: flag(),
  },
  filters: { id: 'any', name: 'is', settlement_schedule: 'any', active: 'is', created_at: 'range' },
  search: { name: 'contains', description: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['revenue_scheme', 'cost_scheme', 'reserve_scheme', 'partner_scheme', 'settlement_schedule'],
  hasHistory: true,
  module: 'collecting',
  roles: providerEntityRoles('PSP_PACKAGE'),
  export: [
    ...(['id', 'created_at', 'name', 'description', 'revenue_scheme', 'cost_scheme', 'reserve_scheme'] as const),
    ...(['partner_scheme', 'settlement_schedule', 'delay_days', 'minimum', 'currency_code', 'negative'] as const),
    ...(['merchants', 'active'] as const),
  ],
})

export type PricePackage = Row<typeof pricePackage>
