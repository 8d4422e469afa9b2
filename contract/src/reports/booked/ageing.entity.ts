import { defineEntity } from '../../entity.ts'
import { choice, currency, date, id, integer, money, ofMerchant, optional, ref, text } from '../../field.ts'
import { differenceAges } from '../../reconciliation/reconciliation.rules.ts'
import { pspSettlementRoles } from './booked-roles.ts'

/**
 * DEBT: what the last settlement of a book carried below zero, less what was paid for it since. CARRIED: what it carried instead of
 * paying it out. UNSETTLED: what was booked and is in no settlement yet. PAYOUT: what was settled and has not left the bank. INVOICE:
 * what an invoice asks for and nobody has paid.
 */
export const openItems = ['DEBT', 'CARRIED', 'UNSETTLED', 'PAYOUT', 'INVOICE'] as const

/**
 * Open items: amounts that merchants owe and are owed, each with its age. All rows of a merchant add up to what the ledger owes it, with the payouts that are
 * on their way and less what its invoices ask for.
 */
export const ageing = defineEntity({
  name: 'ageing',
  resource: 'psp/ageing',
  fields: {
    id: id(),
    open_item: choice(openItems),
    /** Since when there is a debt or something carried, or the first day on which the money is available, or the payout or invoice is due. */
    since: date(),
    /** Calendar days since then; 0 for days to come. */
    days: integer(),
    age: choice(differenceAges),
    /** Below zero: the merchant owes it. */
    amount: money(),
    currency_code: currency(),
    /** The account that names the book; null: the default book. */
    bank_account: optional(ref('bank_account')),
    /** The one that says so; null: none does yet. */
    settlement: optional(ref('settlement')),
    settlement_number: optional(text()),
    /** The invoice that asks for it. */
    invoice: optional(ref('invoice')),
    invoice_number: optional(text()),
    ...ofMerchant,
  },
  filters: {
    open_item: 'any',
    age: 'any',
    since: 'range',
    days: 'range',
    amount: 'range',
    currency_code: 'any',
    bank_account: 'any',
    settlement: 'any',
  },
  search: { settlement_number: 'prefix', settlement: 'is' },
  sort: ['since', 'amount'],
  defaultSort: 'since',
  period: { field: 'since', unit: 'day' },
  roles: pspSettlementRoles,
  export: [
    ...(['merchant', 'merchant_name', 'open_item', 'since', 'days', 'age', 'amount', 'currency_code'] as const),
    ...(['settlement_number', 'bank_account', 'invoice_number'] as const),
  ],
  totals: ['amount'],
  module: 'collecting',
})
