import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, date, id, money, optional, ref, text } from '../field.ts'
import { isPayableKind, merchantKinds, type PayableKind } from '../ledger/ledger.rules.ts'
import { either } from '../roles.ts'
import { pspSettlement, settlement } from './settlement.entity.ts'

/** The kinds of transfer that change what a merchant is owed: all that a settlement can hold. */
export const settledKinds: readonly PayableKind[] = merchantKinds.filter(isPayableKind)

/** Merchants and the provider's staff read the same of a settlement. */
const list = either(settlement.roles.list, pspSettlement.roles.list)

/** One booking that a settlement holds. Its rows are read below their settlement. */
export const settlementTransfer = defineEntity({
  name: 'settlement_transfer',
  resource: 'settlement/:id/transfer',
  fields: {
    id: id(),
    business_day: date(),
    available_on: date(),
    kind: choice(settledKinds),
    /** Below zero: it is the provider's. */
    amount: money(),
    currency_code: currency(),
    merchant_reference: optional(text()),
    transaction: optional(ref('transaction')),
    /** The id of the payment, refund, chargeback or one-off; of a sum of a day, of its book. */
    subject: id(),
    /** The business day of the holds that a release of a whole day gives back. */
    held_on: optional(date()),
  },
  filters: { kind: 'any', business_day: 'range', amount: 'range', transaction: 'is' },
  search: { merchant_reference: 'prefix', transaction: 'is' },
  sort: ['business_day', 'amount'],
  defaultSort: 'business_day',
  roles: { list, create: list, update: list, delete: list },
  export: [
    'business_day',
    'available_on',
    'kind',
    'amount',
    'currency_code',
    'merchant_reference',
    'transaction',
    'subject',
    'held_on',
  ],
  totals: ['amount'],
  module: 'collecting',
})

export type SettlementTransfer = Row<typeof settlementTransfer>
