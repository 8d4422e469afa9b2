import { defineEntity } from '../../entity.ts'
import { choice, currency, date, decimal, id, money, ofMerchant } from '../../field.ts'
import { bookedRoles } from './booked-roles.ts'

export const taxedKinds = ['fees', 'one_offs'] as const

/** The VAT that a merchant was charged in a month at one rate, of the days that are closed. */
export const tax = defineEntity({
  name: 'tax',
  resource: 'ledger/tax',
  fields: {
    id: id(),
    /** Its first day. */
    month: date(),
    taxed: choice(taxedKinds),
    /** 0: reversed, or not taxed. */
    vat_percentage: decimal(),
    /** The fees or one-offs that the VAT is charged on; below zero where they were given back. */
    base: money(),
    vat: money(),
    currency_code: currency(),
    ...ofMerchant,
  },
  filters: { month: 'range', taxed: 'any', currency_code: 'any', vat: 'range' },
  sort: ['month', 'vat'],
  defaultSort: '-month',
  ofOneMerchant: true,
  period: { field: 'month', unit: 'month' },
  roles: bookedRoles,
  export: ['month', 'taxed', 'vat_percentage', 'base', 'vat', 'currency_code'],
  totals: ['base', 'vat'],
  module: 'collecting',
})
