import { defineEntity } from '../../entity.ts'
import { choice, currency, date, id, money, ofMerchant, ref } from '../../field.ts'
import { paymentProducts } from '../../payments/transaction.rules.ts'
import { marginRoles } from './booked-roles.ts'

/** What the provider earned with a payment on a business day: a refund or chargeback of a later day is a row of its own. */
export const margin = defineEntity({
  name: 'margin',
  resource: 'psp/ledger/margin',
  fields: {
    id: id(),
    business_day: date(),
    transaction: ref('transaction'),
    payment_product: choice(paymentProducts),
    currency_code: currency(),
    fee: money(),
    /** What processors are expected to charge, as the lines of their files corrected it. */
    cost: money(),
    /** What partners get. */
    share: money(),
    margin: money(),
    ...ofMerchant,
  },
  filters: {
    business_day: 'range',
    payment_product: 'any',
    currency_code: 'any',
    margin: 'range',
    transaction: 'is',
  },
  search: { transaction: 'is' },
  sort: ['business_day', 'margin'],
  defaultSort: '-business_day',
  ofOneMerchant: true,
  period: { field: 'business_day', unit: 'day' },
  roles: marginRoles,
  export: ['business_day', 'transaction', 'payment_product', 'fee', 'cost', 'share', 'margin', 'currency_code'],
  totals: ['fee', 'cost', 'share', 'margin'],
  module: 'collecting',
})
