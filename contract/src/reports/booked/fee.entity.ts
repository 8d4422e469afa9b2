import { defineEntity } from '../../entity.ts'
import { choice, currency, date, decimal, id, integer, money, ofMerchant, optional, ref, text } from '../../field.ts'
import { paymentProducts } from '../../payments/transaction.rules.ts'
import { feeKinds, feeParts, priceEvents } from '../../pricing/price.rules.ts'
import { bookedRoles } from './booked-roles.ts'

/** Each fee of a merchant with the line of the scheme that it follows from. */
export const fee = defineEntity({
  name: 'fee',
  resource: 'ledger/fee',
  fields: {
    id: id(),
    business_day: date(),
    kind: choice(feeKinds),
    /** What was charged; below zero: what was given back. */
    amount: money(),
    currency_code: currency(),
    /** Of a fee that passes costs on: which part of it. */
    part: optional(choice(feeParts)),
    /** What happened, and its amount; of a minimum or maximum of a month, its other fees. Null: it follows from no line. */
    event: optional(choice(priceEvents)),
    of_amount: optional(money()),
    scheme_name: optional(text()),
    version: optional(integer()),
    /** The number of the line in its version. */
    line: optional(integer()),
    /**
     * The rate at which the VAT over the fees of its month is booked, in percent. Null: none is booked yet, or the rate changed
     * within the month. VAT is a sum of each day and of no single fee.
     */
    vat_percentage: optional(decimal()),
    payment_product: optional(choice(paymentProducts)),
    merchant_reference: optional(text()),
    transaction: optional(ref('transaction')),
    /** The id of the payment, its attempt, the refund, the chargeback or the payout; of a month, of the merchant’s book. */
    subject: id(),
    ...ofMerchant,
  },
  filters: {
    business_day: 'range',
    kind: 'any',
    part: 'any',
    event: 'any',
    payment_product: 'any',
    currency_code: 'any',
    amount: 'range',
    transaction: 'is',
  },
  search: { transaction: 'is', scheme_name: 'contains' },
  sort: ['business_day', 'amount'],
  defaultSort: '-business_day',
  ofOneMerchant: true,
  period: { field: 'business_day', unit: 'day' },
  roles: bookedRoles,
  export: [
    ...([
      'business_day',
      'kind',
      'part',
      'amount',
      'currency_code',
      'event',
      'of_amount',
      'scheme_name',
      'version',
      'line',
    ] as const),
    ...(['vat_percentage', 'payment_product', 'merchant_reference', 'transaction', 'subject'] as const),
  ],
  totals: ['amount'],
  module: 'collecting',
})
