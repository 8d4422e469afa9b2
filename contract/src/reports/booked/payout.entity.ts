import { defineEntity } from '../../entity.ts'
import { choice, currency, date, id, money, ofMerchant, optional, ref, text } from '../../field.ts'
import { payoutStatuses } from '../../payouts/payout.rules.ts'
import { bookedRoles } from './booked-roles.ts'

/** What was paid out to a merchant, or is about to be: one for each settlement with something to pay. */
export const payout = defineEntity({
  name: 'payout',
  resource: 'payout',
  fields: {
    /** That of its settlement. */
    id: id(),
    settlement_number: text(),
    status: choice(payoutStatuses),
    amount: money(),
    currency_code: currency(),
    pay_on: date(),
    /** The account that it goes to; null: it is not approved yet. */
    bank_account: optional(ref('bank_account')),
    /** The day on which the bank paid, and its own reference. */
    paid_on: optional(date()),
    bank_reference: optional(text()),
    /** The day on which the bank brought it back, and why. */
    returned_on: optional(date()),
    return_reason: optional(text()),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    pay_on: 'range',
    paid_on: 'range',
    returned_on: 'range',
    currency_code: 'any',
    amount: 'range',
    bank_account: 'any',
  },
  search: { settlement_number: 'prefix', id: 'is' },
  sort: ['pay_on', 'amount'],
  defaultSort: '-pay_on',
  period: { field: 'pay_on', unit: 'day' },
  roles: bookedRoles,
  export: [
    ...(['settlement_number', 'status', 'amount', 'currency_code', 'pay_on', 'paid_on', 'bank_reference'] as const),
    ...(['returned_on', 'return_reason', 'bank_account', 'id'] as const),
  ],
  totals: ['amount'],
  module: 'collecting',
})
