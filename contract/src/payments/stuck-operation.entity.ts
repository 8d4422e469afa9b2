import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, flag, id, integer, money, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { cancellationStates, parkedWhys, seenOutcomes, stuckOperations, stuckStates } from './stuck-operation.rules.ts'
import { paymentProducts } from './transaction.rules.ts'

/**
 * An order to a processor without an outcome, which a person of the provider has to look for at the gateway. The id is the
 * order's reference there.
 */
export const stuckOperation = defineEntity({
  name: 'stuck_operation',
  resource: 'psp/stuckoperation',
  fields: {
    id: id(),
    created_at: timestamp(),
    operation: choice(stuckOperations),
    state: choice(stuckStates),
    merchant_reference: text(),
    payment_product: choice(paymentProducts),
    amount: money(),
    currency_code: currency(),
    /** When the outcome should have come; of a parked order, when it was parked. */
    overdue_at: timestamp(),
    /** Null: it is only late. */
    parked_why: optional(choice(parkedWhys)),
    /** Null: no try has reached the gateway. */
    first_sent_at: optional(timestamp()),
    attempts: integer(),
    /** The gateway's id of the payment. */
    processor_id_external: optional(text()),
    ended_at: optional(timestamp()),
    /** The state of the last order to cancel a parked payment by its reference; null: there is none. */
    cancellation: optional(choice(cancellationStates)),
    /** Why the gateway did not cancel it. */
    cancellation_reason: optional(text()),
    /** True: the gateway can cancel this payment by its reference. */
    may_cancel: flag(),
    seen: optional(choice(seenOutcomes)),
    seen_where: optional(text()),
    seen_by: optional(text()),
    transaction: ref('transaction'),
    refund: optional(ref('refund')),
    processor: optional(ref('processor')),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    created_at: 'range',
    overdue_at: 'range',
    operation: 'any',
    state: 'any',
    payment_product: 'any',
    currency_code: 'any',
    transaction: 'is',
  },
  search: { merchant_reference: 'contains', id: 'is', processor_id_external: 'is' },
  // A payment is found as itself.
  find: ['id'],
  sort: ['overdue_at', 'created_at'],
  defaultSort: '-overdue_at',
  populate: ['transaction', 'processor', 'organisation'],
  // Only the provider can look at the gateway. No role of a merchant's user opens it.
  roles: providerEntityRoles('PSP_PROCESSOR'),
  export: [
    'id',
    'created_at',
    'operation',
    'state',
    'merchant_reference',
    'amount',
    'currency_code',
    'overdue_at',
    'first_sent_at',
    'ended_at',
    'cancellation',
    'cancellation_reason',
    'seen',
    'seen_where',
    'seen_by',
  ],
})

export type StuckOperation = Row<typeof stuckOperation>
