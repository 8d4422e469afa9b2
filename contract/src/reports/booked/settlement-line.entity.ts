import { defineEntity } from '../../entity.ts'
import { choice, currency, date, id, integer, money, ofMerchant, ref, text } from '../../field.ts'
import { settledKinds } from '../../settlements/settlement-transfer.entity.ts'
import { bookedRoles } from './booked-roles.ts'

/** What a settlement consists of: a line for each kind of transfer. */
export const settlementLine = defineEntity({
  name: 'settlement_line',
  resource: 'settlementline',
  fields: {
    id: id(),
    settlement_number: text(),
    settlement: ref('settlement'),
    covers_from: date(),
    covers_through: date(),
    kind: choice(settledKinds),
    /** The transfers of this kind. */
    count: integer(),
    /** Below zero: it is the provider's. */
    amount: money(),
    currency_code: currency(),
    ...ofMerchant,
  },
  filters: {
    settlement: 'any',
    kind: 'any',
    covers_from: 'range',
    covers_through: 'range',
    currency_code: 'any',
    amount: 'range',
  },
  search: { settlement_number: 'prefix', settlement: 'is' },
  sort: ['covers_through', 'amount'],
  defaultSort: '-covers_through',
  period: { field: 'covers_through', unit: 'day' },
  roles: bookedRoles,
  export: [
    ...(['settlement_number', 'covers_from', 'covers_through', 'kind', 'count', 'amount', 'currency_code'] as const),
    'settlement',
  ],
  totals: ['amount'],
  module: 'collecting',
})
