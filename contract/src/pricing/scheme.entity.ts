import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, date, flag, id, integer, optional, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import type { SchemeType } from './price.rules.ts'
import { schemeWords } from './scheme.rules.ts'

/** A price list of the provider, of one of four types. Its versions hold the prices. */
const schemeOf = <const T extends SchemeType>(type: T) =>
  defineEntity({
    name: schemeWords[type].entity,
    resource: schemeWords[type].resource,
    fields: {
      id: id(),
      created_at: timestamp(),
      name: text(),
      description: optional(text()),
      /** Null: of any currency. */
      currency_code: optional(currency()),
      /** The number of the version that applies today. */
      version: optional(integer()),
      valid_from: optional(date()),
      /** The day on which the next version begins. */
      valid_until: optional(date()),
      /** Lines of the version that applies today; before there is one, of the latest. */
      lines: integer(),
      /** Of a reserve: millionths of a payment that are held, and for how many days. */
      hold_ppm: optional(integer()),
      hold_days: optional(integer()),
      /** A version that is being written or waits for approval. */
      under_way: optional(choice(['DRAFT', 'SUBMITTED'])),
      /** Merchants that have it today, by assignment or by default. */
      merchants: integer(),
      /** Merchants without an assignment have it today. */
      default: flag(),
      /** It may be assigned. */
      active: flag(),
      /** People may choose it. */
      visible: flag(),
    },
    filters: {
      ...{ id: 'any', name: 'is', currency_code: 'any', under_way: 'any', default: 'is' },
      ...{ active: 'is', visible: 'is', created_at: 'range' },
    },
    search: { name: 'contains', description: 'contains', id: 'is' },
    sort: ['created_at', 'name'],
    asRelation: ['id', 'name'],
    hasHistory: true,
    recordedAs: 'scheme',
    recordedAmounts: [
      ...(['fixed', 'minimum', 'maximum', 'amount_from', 'amount_until', 'tier_from', 'tier_until'] as const),
      ...(['interchange_fixed', 'scheme_fees_fixed'] as const),
    ],
    module: 'collecting',
    roles: providerEntityRoles(schemeWords[type].area),
    export: [
      ...([
        'id',
        'created_at',
        'name',
        'description',
        'currency_code',
        'version',
        'valid_from',
        'valid_until',
      ] as const),
      ...(['lines', 'hold_ppm', 'hold_days', 'under_way', 'merchants', 'default', 'active', 'visible'] as const),
    ],
  })

export const revenueScheme = schemeOf('REVENUE')
export const costScheme = schemeOf('COST')
export const reserveScheme = schemeOf('RESERVE')
export const partnerScheme = schemeOf('PARTNER')

export const schemeEntities = {
  REVENUE: revenueScheme,
  COST: costScheme,
  RESERVE: reserveScheme,
  PARTNER: partnerScheme,
} as const

export type SchemeEntity = (typeof schemeEntities)[SchemeType]
export type Scheme = Row<typeof revenueScheme>
