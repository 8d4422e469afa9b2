import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { freeText, rowSchema } from '../wire.ts'
import { chargeback } from './chargeback.entity.ts'
import { evidenceTypes } from './chargeback.rules.ts'

const roles = chargeback.roles.update
const common = {
  method: 'POST',
  roles,
  status: 200,
  reply: rowSchema(chargeback),
  changes: ['chargeback', 'transaction'],
} as const
const refusals = [
  'chargeback_not_open',
  'chargeback_answer_not_supported',
  'operation_in_progress',
  'idempotency_key_in_use',
  'idempotency_key_reused',
] as const

/** Lets the payer have the money. */
export const acceptChargebackCommand = defineCommand({
  ...common,
  name: 'accept-chargeback',
  path: '/v1/chargeback/:id/accept',
  summary: 'Accept a chargeback',
  body: z.strictObject({}),
  refusals,
})

/** Sends the evidence to the issuer, who decides. */
export const disputeChargebackCommand = defineCommand({
  ...common,
  name: 'dispute-chargeback',
  path: '/v1/chargeback/:id/dispute',
  summary: 'Dispute a chargeback with the evidence that was added to it',
  body: z.strictObject({ explanation: freeText(4000).optional() }),
  refusals: [...refusals, 'chargeback_deadline_over', 'evidence_required'],
})

/** A file of evidence as it is listed; its content is at `/v1/chargeback/:id/evidence/:evidence`. */
export const evidence = z.object({
  id: z.string().meta({ format: 'uuid' }),
  name: z.string(),
  content_type: z.enum(evidenceTypes),
  size: z.int().meta({ description: 'Bytes' }),
  created_at: z.string().meta({ format: 'date-time' }),
  created_by: z.string(),
})
export type Evidence = z.infer<typeof evidence>
export const evidenceList = z.array(evidence)
/** The name of an uploaded file travels in a header, percent-encoded. */
export const fileNameHeader = 'x-file-name'
