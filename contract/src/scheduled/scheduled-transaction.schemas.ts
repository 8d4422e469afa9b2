import { z } from 'zod'
import { minorUnits, personName, reference, rowSchema, uuid } from '../wire.ts'
import { scheduledTransaction } from './scheduled-transaction.entity.ts'
import { retryPolicies } from './scheduled-transaction.rules.ts'

const body = z.strictObject({
  payment_profile: uuid,
  customer: uuid,
  card: uuid.meta({ description: 'A stored card of the customer' }),
  amount: minorUnits.min(1, 'must_be_positive').meta({ description: 'In the currency of the payment profile' }),
  due_at: z.iso.datetime({ offset: true, error: 'invalid_date' }),
  merchant_reference: reference(100),
  retry_policy: z.enum(retryPolicies).default('NONE'),
})

const reply = rowSchema(scheduledTransaction)

export const createScheduledTransactionSchemas = {
  body,
  reply,
}

export const updateScheduledTransactionSchemas = {
  body: z.strictObject({ ...body.shape, retry_policy: z.enum(retryPolicies) }).partial(),
  reply,
}

const acting = { body: z.strictObject({}), reply }

export const runScheduledTransactionSchemas = acting
export const cancelScheduledTransactionSchemas = acting
export const retryScheduledTransactionSchemas = acting

/** The attempts, oldest first. */
const scheduledAttempts = z.array(
  z.object({
    attempt: z.int(),
    status: z.enum(['OPEN', 'PAID', 'FAILED']),
    /** The reason of the failure: the issuer's word, or why the issuer could not be asked. */
    reason: z.string().nullable(),
    transaction: z.string().nullable().meta({ format: 'uuid' }),
    started_at: z.string().meta({ format: 'date-time' }),
    started_by: personName.nullable(),
    ended_at: z.string().nullable().meta({ format: 'date-time' }),
  }),
)

export type ScheduledAttempt = z.infer<typeof scheduledAttempts>[number]

export const scheduledAttemptsSchemas = { reply: scheduledAttempts }
