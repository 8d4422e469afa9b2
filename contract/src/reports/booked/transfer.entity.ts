import { defineEntity, type Row } from '../../entity.ts'
import { choice, currency, date, id, integer, money, ofMerchant, optional, ref, text } from '../../field.ts'
import { type LedgerKind, ledgerCodes, ledgerKinds, merchantKinds } from '../../ledger/ledger.rules.ts'
import { bookedRoles, marginRoles } from './booked-roles.ts'

const fields = {
  id: id(),
  business_day: date(),
  available_on: optional(date()),
  currency_code: currency(),
  merchant_reference: optional(text()),
  transaction: optional(ref('transaction')),
  /** The id of the payment, refund, chargeback, one-off or settlement; of a sum of a day, of its book. */
  subject: id(),
  ...ofMerchant,
}
const list = {
  filters: {
    kind: 'any',
    business_day: 'range',
    available_on: 'range',
    currency_code: 'any',
    amount: 'range',
    transaction: 'is',
  },
  search: { transaction: 'is' },
  sort: ['business_day', 'amount'],
  defaultSort: '-business_day',
  ofOneMerchant: true,
  period: { field: 'business_day', unit: 'day' },
  module: 'collecting',
} as const

/** What was booked of a merchant, as it changes what the merchant is owed and what is held of that. */
export const transfer = defineEntity({
  ...list,
  name: 'transfer',
  resource: 'ledger/transfer',
  fields: {
    ...fields,
    kind: choice(merchantKinds),
    /** What the merchant is owed more; below zero: less. */
    amount: money(),
    /** What is held more; below zero: less. */
    held: money(),
    /** Of a hold: the day of its release. */
    release_on: optional(date()),
    /** The business day of the holds that a release of a whole day gives back. The `available_on` of the release is their `release_on`. */
    held_on: optional(date()),
  },
  filters: { ...list.filters, release_on: 'range' },
  roles: bookedRoles,
  export: [
    ...(['business_day', 'kind', 'amount', 'held', 'currency_code', 'available_on', 'release_on'] as const),
    ...(['merchant_reference', 'transaction', 'subject', 'held_on'] as const),
  ],
  totals: ['amount', 'held'],
})

export type Transfer = Row<typeof transfer>

/** The accounts of the ledger by name. */
const accounts = Object.values(ledgerCodes).map(({ name }) => name)
// The keys are those of the table.
const kinds = Object.keys(ledgerKinds) as LedgerKind[]

/** Every transfer of a merchant with both of its sides: the provider's alone. */
export const pspTransfer = defineEntity({
  ...list,
  name: 'psp_transfer',
  resource: 'psp/ledger/transfer',
  fields: {
    ...fields,
    kind: choice(kinds),
    amount: money(),
    debit: choice(accounts),
    credit: choice(accounts),
    /** The processor, partner or bank account by which one of the two is kept apart. */
    kept_apart_by: optional(id()),
    /** The id of the line of its price. */
    scheme_line: optional(integer()),
    reason: optional(text()),
  },
  filters: { ...list.filters, debit: 'any', credit: 'any' },
  roles: marginRoles,
  export: [
    ...([
      'business_day',
      'kind',
      'debit',
      'credit',
      'amount',
      'currency_code',
      'available_on',
      'kept_apart_by',
    ] as const),
    ...(['scheme_line', 'merchant_reference', 'transaction', 'subject', 'reason'] as const),
  ],
  totals: ['amount'],
})
