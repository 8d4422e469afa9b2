import { defineEndpoint } from '../endpoint.ts'
import { anyOf } from '../roles.ts'
import { transaction } from './transaction.entity.ts'
import type * as schemas from './transaction.schemas.ts'

/** Takes a payment. The answer has the outcome when the processor answers in time, else INITIATED or UNKNOWN. */
export const createTransactionEndpoint = defineEndpoint<typeof schemas.createTransactionSchemas>()({
  name: 'create-transaction',
  method: 'POST',
  path: '/v1/transaction',
  area: 'transaction',
  summary: 'Take a payment',
  access: anyOf('USER_ALL', 'PSP_ALL', 'TRANSACTION_ALL', 'TRANSACTION_CREATE'),
  status: 201,
  refusals: [
    'merchant_inactive',
    'amount_too_large',
    'daily_volume_exceeded',
    'customer_erased',
    'no_processor_for_product',
    'later_capture_not_possible',
    'currency_mismatch',
    'card_token_unknown',
    'card_revoked',
    'terminal_inactive',
  ],
  changes: ['transaction'],
})

/** Asks for the money of an authorization: all of it, or a part (the rest is released). */
export const captureTransactionEndpoint = defineEndpoint<typeof schemas.captureTransactionSchemas>()({
  name: 'capture-transaction',
  method: 'POST',
  path: '/v1/transaction/:id/capture',
  area: 'transaction',
  summary: 'Capture an authorized payment',
  access: anyOf('USER_ALL', 'PSP_ALL', 'TRANSACTION_ALL', 'TRANSACTION_UPDATE'),
  refusals: [
    'merchant_inactive',
    'transaction_not_capturable',
    'capture_exceeds_authorized',
    'partial_capture_not_allowed',
    'operation_in_progress',
  ],
  changes: ['transaction'],
})

/** Releases an authorization that will not be captured. */
export const voidTransactionEndpoint = defineEndpoint<typeof schemas.voidTransactionSchemas>()({
  name: 'void-transaction',
  method: 'POST',
  path: '/v1/transaction/:id/void',
  area: 'transaction',
  summary: 'Void an authorized payment',
  access: anyOf('USER_ALL', 'PSP_ALL', 'TRANSACTION_ALL', 'TRANSACTION_UPDATE'),
  refusals: ['merchant_inactive', 'transaction_not_voidable', 'operation_in_progress'],
  changes: ['transaction'],
})

export const timelineEndpoint = defineEndpoint<typeof schemas.timelineSchemas>()({
  name: 'list-transaction-events',
  method: 'GET',
  path: '/v1/transaction/:id/events',
  area: 'transaction',
  summary: 'List everything that happened to a transaction',
  access: transaction.roles.list,
})
