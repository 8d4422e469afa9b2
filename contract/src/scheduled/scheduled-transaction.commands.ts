import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { minorUnits, missingOr, reference, rowSchema, uuid } from '../wire.ts'
import { scheduledTransaction } from './scheduled-transaction.entity.ts'
import { retryPolicies } from './scheduled-transaction.rules.ts'

const body = z.strictObject({
  payment_profile: uuid,
  customer: uuid,
  card: uuid.meta({ description: 'A stored card of the customer' }),
  amount: minorUnits.min(1, 'must_be_positive').meta({ description: 'In the currency of the payment profile' }),
  due_at: z.iso.datetime({ offset: true, error: missingOr('invalid_date') }),
  merchant_reference: reference(100),
  retry_policy: z.enum(retryPolicies).default('NONE'),
})
const reply = rowSchema(scheduledTransaction)
const { create, update } = scheduledTransaction.roles
const keys = ['idempotency_key_in_use', 'idempotency_key_reused'] as const
const changes = ['scheduled_transaction', 'transaction']
const ofPayment = [
  'merchant_inactive',
  'customer_erased',
  'amount_too_large',
  'no_processor_for_product',
  'card_token_unknown',
  'card_revoked',
] as const
const ofDay = ['not_in_the_future', 'too_far'] as const

export const createScheduledTransactionCommand = defineCommand({
  name: 'create-scheduled-transaction',
  method: 'POST',
  path: '/v1/scheduledtransaction',
  summary: 'Schedule a payment from a stored card',
  roles: create,
  body,
  status: 201,
  reply,
  refusals: [...ofPayment, ...ofDay, ...keys],
  changes,
})

/** What is left out stays as it is. Not while it is being taken, and not after its day. */
export const updateScheduledTransactionCommand = defineCommand({
  name: 'update-scheduled-transaction',
  method: 'POST',
  path: '/v1/scheduledtransaction/:id',
  summary: 'Change a scheduled payment that is not due yet',
  roles: update,
  body: z.strictObject({ ...body.shape, retry_policy: z.enum(retryPolicies) }).partial(),
  status: 200,
  reply,
  refusals: ['scheduled_transaction_over', 'operation_in_progress', ...ofPayment, ...ofDay, ...keys],
  changes,
})

const act = (verb: string, summary: string) => ({
  name: `${verb}-scheduled-transaction`,
  method: 'POST' as const,
  path: `/v1/scheduledtransaction/:id/${verb}`,
  summary,
  roles: update,
  body: z.strictObject({}),
  status: 200 as const,
  reply,
  refusals: ['scheduled_transaction_over', 'operation_in_progress', ...keys] as const,
  changes,
})

/** Does not wait for its day. */
export const runScheduledTransactionCommand = defineCommand(act('run', 'Take a scheduled payment now'))

/** It becomes FAILED, for the reason `cancelled`. */
export const cancelScheduledTransactionCommand = defineCommand(act('cancel', 'Cancel a scheduled payment'))

/** Tries one that failed once more, now. */
export const retryScheduledTransactionCommand = defineCommand({
  ...act('retry', 'Try a failed scheduled payment again'),
  refusals: ['scheduled_transaction_not_retryable', 'operation_in_progress', ...keys],
})

/** `GET /v1/scheduledtransaction/:id/attempts`, oldest first. */
export const scheduledAttempts = z.array(
  z.object({
    attempt: z.int(),
    status: z.enum(['OPEN', 'PAID', 'FAILED']),
    /** Why it failed: the issuer's word, or why it could not even be asked. */
    reason: z.string().nullable(),
    transaction: z.string().nullable().meta({ format: 'uuid' }),
    started_at: z.string().meta({ format: 'date-time' }),
    started_by: z.string().nullable(),
    ended_at: z.string().nullable().meta({ format: 'date-time' }),
  }),
)
export type ScheduledAttempt = z.infer<typeof scheduledAttempts>[number]
