import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { anyOf } from '../roles.ts'
import { countryCode, currencyCode, lineOfText, minorUnits, reference, rowSchema, uuid } from '../wire.ts'
import { transaction } from './transaction.entity.ts'
import { paymentProducts } from './transaction.rules.ts'

const reply = rowSchema(transaction).extend({
  redirect_url: z
    .string()
    .optional()
    .meta({ description: 'Where the payer has to go on (3-D Secure), while INITIATED' }),
})

const positive = minorUnits.min(1, 'must_be_positive')

/** Takes a payment. The answer carries the outcome when the processor gives it in time, else INITIATED or UNKNOWN. */
export const createTransactionCommand = defineCommand({
  name: 'create-transaction',
  method: 'POST',
  path: '/v1/transaction',
  summary: 'Take a payment',
  roles: anyOf('USER_ALL', 'PSP_ALL', 'TRANSACTION_ALL', 'TRANSACTION_CREATE'),
  body: z.strictObject({
    payment_profile: uuid,
    amount: positive,
    currency_code: currencyCode.optional().meta({ description: 'When given, must be the payment profile’s' }),
    payment_product: z.enum(paymentProducts),
    merchant_reference: reference(100),
    customer: uuid.optional(),
    card: uuid.optional().meta({ description: 'A stored card of the customer' }),
    card_token: lineOfText(100).optional().meta({ description: 'A token of the processor’s vault, or a test token' }),
    terminal: uuid.optional().meta({ description: 'The terminal that the payment comes from' }),
    capture: z.boolean().default(true).meta({ description: 'false: authorize now, capture later' }),
    country_code: countryCode.optional(),
    user_agent: z.string().max(1000, 'too_long').optional().meta({ description: 'The payer’s User-Agent header' }),
  }),
  status: 201,
  reply,
  refusals: [
    'merchant_inactive',
    'customer_erased',
    'no_processor_for_product',
    'currency_mismatch',
    'amount_too_large',
    'card_token_unknown',
    'card_revoked',
    'terminal_inactive',
    'idempotency_key_in_use',
    'idempotency_key_reused',
  ],
  changes: ['transaction'],
})

/** Asks for the money that an authorization holds: all of it, or a part (the rest is released). */
export const captureTransactionCommand = defineCommand({
  name: 'capture-transaction',
  method: 'POST',
  path: '/v1/transaction/:id/capture',
  summary: 'Capture an authorized payment',
  roles: anyOf('USER_ALL', 'PSP_ALL', 'TRANSACTION_ALL', 'TRANSACTION_UPDATE'),
  body: z.strictObject({ amount: positive.optional().meta({ description: 'The whole amount when absent' }) }),
  status: 200,
  reply,
  refusals: ['merchant_inactive', 'transaction_not_capturable', 'capture_exceeds_authorized', 'operation_in_progress'],
  changes: ['transaction'],
})

/** Releases an authorization that will not be captured. */
export const voidTransactionCommand = defineCommand({
  name: 'void-transaction',
  method: 'POST',
  path: '/v1/transaction/:id/void',
  summary: 'Void an authorized payment',
  roles: anyOf('USER_ALL', 'PSP_ALL', 'TRANSACTION_ALL', 'TRANSACTION_UPDATE'),
  body: z.strictObject({}),
  status: 200,
  reply,
  refusals: ['merchant_inactive', 'transaction_not_voidable', 'operation_in_progress'],
  changes: ['transaction'],
})
