import { defineEntity } from '../../entity.ts'
import { choice, currency, date, id, money, ofMerchant, ref, text } from '../../field.ts'
import { paymentProducts } from '../../payments/transaction.rules.ts'
import { pspSettlementRoles } from './booked-roles.ts'

/** A payment that was booked without a fee, because no line of a scheme fits it. There are few, also of all merchants together. */
export const unpricedPayment = defineEntity({
  name: 'unpriced_payment',
  resource: 'psp/ledger/unpriced',
  fields: {
    id: id(),
    business_day: date(),
    transaction: ref('transaction'),
    merchant_reference: text(),
    payment_product: choice(paymentProducts),
    amount: money(),
    currency_code: currency(),
    ...ofMerchant,
  },
  filters: {
    business_day: 'range',
    payment_product: 'any',
    currency_code: 'any',
    amount: 'range',
    transaction: 'is',
  },
  search: { transaction: 'is' },
  sort: ['business_day', 'amount'],
  defaultSort: '-business_day',
  period: { field: 'business_day', unit: 'day' },
  roles: pspSettlementRoles,
  export: [
    'business_day',
    'transaction',
    'merchant_reference',
    'payment_product',
    'amount',
    'currency_code',
    'merchant',
  ],
  totals: ['amount'],
  module: 'collecting',
})
