import { z } from 'zod'
import { freeText, personName, rowSchema } from '../wire.ts'
import { chargeback } from './chargeback.entity.ts'
import { evidenceTypes } from './chargeback.rules.ts'

export const acceptChargebackSchemas = {
  body: z.strictObject({}),
  reply: rowSchema(chargeback),
}

export const disputeChargebackSchemas = {
  body: z.strictObject({ explanation: freeText(4000).optional() }),
  reply: rowSchema(chargeback),
}

/** One file of evidence in a list; its content is at `/v1/chargeback/:id/evidence/:evidence`. */
const evidence = z.object({
  id: z.string().meta({ format: 'uuid' }),
  name: z.string(),
  content_type: z.enum(evidenceTypes),
  size: z.int().meta({ description: 'Bytes' }),
  created_at: z.string().meta({ format: 'date-time' }),
  created_by: personName,
})

export type Evidence = z.infer<typeof evidence>

export const listEvidenceSchemas = { reply: z.array(evidence) }
export const readEvidenceSchemas = {}
export const addEvidenceSchemas = { reply: evidence }
export const removeEvidenceSchemas = {}
