import { defineEndpoint } from '../endpoint.ts'
import { refundRoles } from './refund.rules.ts'
import type * as schemas from './refund.schemas.ts'

/** Pays back all or a part of the refundable amount. */
export const refundTransactionEndpoint = defineEndpoint<typeof schemas.refundTransactionSchemas>()({
  name: 'refund-transaction',
  method: 'POST',
  path: '/v1/transaction/:id/refund',
  area: 'refund',
  summary: 'Refund a payment',
  access: refundRoles,
  status: 201,
  refusals: [
    'merchant_inactive',
    'transaction_not_refundable',
    'refund_exceeds_refundable',
    'refunded_meanwhile',
    'refund_too_large',
    'refund_window_over',
    'refund_not_possible',
    'partial_refund_not_possible',
    'refund_blocked_by_chargeback',
    'operation_in_progress',
  ],
  changes: ['refund', 'transaction'],
})
