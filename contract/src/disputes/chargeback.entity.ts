import { defineEntity, type Row } from '../entity.ts'
import {
  choice,
  choices,
  code,
  currency,
  date,
  id,
  integer,
  money,
  ofMerchant,
  optional,
  person,
  ref,
  text,
  timestamp,
} from '../field.ts'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { chargebackAnswers } from '../processors/capabilities.ts'
import { entityRoles } from '../roles.ts'
import { chargebackStatuses } from './chargeback.rules.ts'

/** Money back to the payer, forced by the issuer. */
export const chargeback = defineEntity({
  name: 'chargeback',
  resource: 'chargeback',
  fields: {
    id: id(),
    created_at: timestamp(),
    merchant_reference: text(),
    payment_product: choice(paymentProducts),
    transaction_amount: money(),
    /**
     * Refunds of the payment that are under way or done. If the chargeback is lost as well, that part is paid back
     * twice.
     */
    refunded_amount: money(),
    amount: money(),
    currency_code: currency(),
    reason: optional(code()),
    reason_code: optional(text()),
    status: choice(chargebackStatuses),
    status_reason: optional(code()),
    last_status_update: timestamp(),
    respond_by: optional(date()),
    /** The merchant's decision. The status changes when the processor has accepted it. */
    answer: optional(choice(chargebackAnswers)),
    answered_at: optional(timestamp()),
    answered_by: optional(person()),
    explanation: optional(text()),
    evidence_count: integer(),
    processor_id_external: text(),
    /** The answers that its processor takes. */
    answers: choices(chargebackAnswers),
    transaction: ref('transaction'),
    payment_profile: ref('payment_profile'),
    processor: ref('processor'),
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
    respond_by: 'range',
    amount: 'range',
    currency_code: 'any',
    payment_product: 'any',
    reason_code: 'is',
    transaction: 'is',
    payment_profile: 'any',
    processor: 'any',
    merchant_reference: 'is',
  },
  search: { merchant_reference: 'prefix', id: 'is', processor_id_external: 'is' },
  sort: ['created_at', 'amount', 'respond_by'],
  populate: ['transaction', 'payment_profile', 'processor', 'card', 'settlement', 'organisation'],
  roles: entityRoles('CHARGEBACK'),
  export: [
    'id',
    'created_at',
    'merchant_reference',
    'payment_product',
    'amount',
    'currency_code',
    'reason',
    'reason_code',
    'status',
    'respond_by',
    'transaction',
  ],
  totals: ['amount'],
})

export type Chargeback = Row<typeof chargeback>
