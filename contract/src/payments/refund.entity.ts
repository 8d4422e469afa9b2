import { defineEntity, type Row } from '../entity.ts'
import { choice, code, currency, id, money, ofMerchant, optional, person, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'
import { refundStatuses } from './refund.rules.ts'
import { paymentProducts } from './transaction.rules.ts'

/** Money back to the payer, asked for by the merchant. */
export const refund = defineEntity({
  name: 'refund',
  resource: 'refund',
  fields: {
    id: id(),
    created_at: timestamp(),
    merchant_reference: text(),
    payment_product: choice(paymentProducts),
    transaction_amount: money(),
    amount: money(),
    currency_code: currency(),
    reason: optional(text()),
    /** The reason given for a refund in spite of a chargeback. */
    override_chargeback_reason: optional(text()),
    status: choice(refundStatuses),
    status_reason: optional(code()),
    last_status_update: timestamp(),
    processor_id_external: optional(text()),
    created_by: optional(person()),
    transaction: ref('transaction'),
    payment_profile: ref('payment_profile'),
    card: optional(ref('card')),
    /** The settlement that it was deducted from. A list has it only where `_populate` names it. */
    settlement: optional(ref('settlement')),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    created_at: 'range',
    amount: 'range',
    currency_code: 'any',
    payment_product: 'any',
    transaction: 'is',
    payment_profile: 'any',
    merchant_reference: 'is',
  },
  search: { merchant_reference: 'prefix', id: 'is' },
  sort: ['created_at', 'amount'],
  populate: ['transaction', 'payment_profile', 'card', 'settlement', 'organisation'],
  roles: entityRoles('REFUND'),
  export: [
    'id',
    'created_at',
    'merchant_reference',
    'payment_product',
    'transaction_amount',
    'amount',
    'currency_code',
    'reason',
    'status',
    'transaction',
  ],
  totals: ['amount'],
})

export type Refund = Row<typeof refund>
