import { defineEntity } from '../../entity.ts'
import { currency, date, id, money, ofMerchant, optional, ref } from '../../field.ts'
import { bookedRoles } from './booked-roles.ts'

/** What a merchant was owed at the beginning and the end of a business day, per book and currency, and what was held. */
export const dayBalance = defineEntity({
  name: 'day_balance',
  resource: 'ledger/daybalance',
  fields: {
    id: id(),
    business_day: date(),
    /** The bank account of the book; null for the book that is the usual one. */
    bank_account: optional(ref('bank_account')),
    currency_code: currency(),
    payable_before: money(),
    payable_added: money(),
    payable_taken: money(),
    payable_after: money(),
    reserve_before: money(),
    reserve_added: money(),
    reserve_taken: money(),
    reserve_after: money(),
    ...ofMerchant,
  },
  filters: { business_day: 'range', currency_code: 'any', bank_account: 'any' },
  search: { bank_account: 'is' },
  sort: ['business_day'],
  defaultSort: '-business_day',
  ofOneMerchant: true,
  period: { field: 'business_day', unit: 'day' },
  roles: bookedRoles,
  export: [
    ...(['business_day', 'bank_account', 'currency_code', 'payable_before', 'payable_added', 'payable_taken'] as const),
    ...(['payable_after', 'reserve_before', 'reserve_added', 'reserve_taken', 'reserve_after'] as const),
  ],
  totals: ['payable_added', 'payable_taken', 'reserve_added', 'reserve_taken'],
  module: 'collecting',
})
