import { defineEndpoint } from '../endpoint.ts'
import { allOf, anyOf, either } from '../roles.ts'
import type * as schemas from './stuck-operation.schemas.ts'

const mayDecide = either(
  anyOf('PSP_ALL'),
  allOf('PSP_PROCESSOR_ALL', 'TRANSACTION_ALL', 'REFUND_ALL'),
  allOf('PSP_PROCESSOR_UPDATE', 'TRANSACTION_UPDATE', 'REFUND_CREATE'),
)

/**
 * Ends an order by what a person saw at the gateway. The word moves money of payments and refunds alike in the books, so it
 * needs the rights to both beside that to processors.
 */
export const resolveStuckOperationEndpoint = defineEndpoint<typeof schemas.resolveStuckOperationSchemas>()({
  name: 'resolve-stuck-operation',
  method: 'POST',
  path: '/v1/psp/stuckoperation/:id/resolve',
  area: 'stuck_operation',
  summary: 'Say what became of an order at the gateway',
  access: mayDecide,
  personOnly: true,
  refusals: ['operation_not_stuck', 'operation_in_progress', 'contradiction_open'],
  changes: ['stuck_operation', 'transaction', 'refund', 'chargeback'],
})

/** Asks the gateway to cancel a parked payment by its reference. It moves the payment in the books, as the word of a person does. */
export const cancelStuckOperationEndpoint = defineEndpoint<typeof schemas.cancelStuckOperationSchemas>()({
  name: 'cancel-stuck-operation',
  method: 'POST',
  path: '/v1/psp/stuckoperation/:id/cancel',
  area: 'stuck_operation',
  summary: 'Cancel a payment at the gateway whose outcome is unknown',
  access: mayDecide,
  personOnly: true,
  refusals: ['operation_not_stuck', 'operation_in_progress', 'operation_not_cancellable'],
  changes: ['stuck_operation', 'transaction'],
})
