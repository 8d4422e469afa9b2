import { defineEndpoint } from '../endpoint.ts'
import { scheduledTransaction } from './scheduled-transaction.entity.ts'
import type * as schemas from './scheduled-transaction.schemas.ts'

const { create, update } = scheduledTransaction.roles

const area = 'scheduled_transaction'
const changes = ['scheduled_transaction', 'transaction'] as const

const ofPayment = [
  'amount_too_large',
  'merchant_inactive',
  'customer_erased',
  'no_processor_for_product',
  'card_token_unknown',
  'card_revoked',
] as const

const ofDay = ['not_in_the_future', 'too_far'] as const

export const createScheduledTransactionEndpoint = defineEndpoint<typeof schemas.createScheduledTransactionSchemas>()({
  name: 'create-scheduled-transaction',
  method: 'POST',
  path: '/v1/scheduledtransaction',
  area,
  summary: 'Schedule a payment from a stored card',
  access: create,
  status: 201,
  refusals: [...ofPayment, ...ofDay],
  changes,
})

/** A field that is left out stays as it is. Refused while the payment is being taken, and after its day. */
export const updateScheduledTransactionEndpoint = defineEndpoint<typeof schemas.updateScheduledTransactionSchemas>()({
  name: 'update-scheduled-transaction',
  method: 'POST',
  path: '/v1/scheduledtransaction/:id',
  area,
  summary: 'Change a scheduled payment that is not due yet',
  access: update,
  refusals: ['scheduled_transaction_over', 'operation_in_progress', ...ofPayment, ...ofDay],
  changes,
})

const acting = { method: 'POST', area, access: update, changes } as const

/** Takes the payment now, before its day. */
export const runScheduledTransactionEndpoint = defineEndpoint<typeof schemas.runScheduledTransactionSchemas>()({
  ...acting,
  name: 'run-scheduled-transaction',
  path: '/v1/scheduledtransaction/:id/run',
  summary: 'Take a scheduled payment now',
  refusals: ['scheduled_transaction_over', 'operation_in_progress'],
})

/** The payment becomes FAILED with the reason `cancelled`. */
export const cancelScheduledTransactionEndpoint = defineEndpoint<typeof schemas.cancelScheduledTransactionSchemas>()({
  ...acting,
  name: 'cancel-scheduled-transaction',
  path: '/v1/scheduledtransaction/:id/cancel',
  summary: 'Cancel a scheduled payment',
  refusals: ['scheduled_transaction_over', 'operation_in_progress'],
})

/** Tries a failed payment again, now. */
export const retryScheduledTransactionEndpoint = defineEndpoint<typeof schemas.retryScheduledTransactionSchemas>()({
  ...acting,
  name: 'retry-scheduled-transaction',
  path: '/v1/scheduledtransaction/:id/retry',
  summary: 'Try a failed scheduled payment again',
  refusals: ['scheduled_transaction_not_retryable', 'operation_in_progress'],
})

export const scheduledAttemptsEndpoint = defineEndpoint<typeof schemas.scheduledAttemptsSchemas>()({
  name: 'list-scheduled-attempts',
  method: 'GET',
  path: '/v1/scheduledtransaction/:id/attempts',
  area,
  summary: 'List the tries to take a scheduled payment',
  access: scheduledTransaction.roles.list,
})
