import { z } from 'zod'
import { calendarDate, currencyCode, lineOfText, ofText, reference, rowSchema, sum, tooLarge, uuid } from '../wire.ts'
import { sapEvents, sapFormats, sapFrequencies, sapLimits } from './sap.rules.ts'
import { sapBatch } from './sap-batch.entity.ts'

const day = z.string().meta({ format: 'date' })
const event = z.enum(sapEvents)
/** As SAP writes it: capital letters and digits. */
const sapCode = (most: number, least = 1) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(new RegExp(`^[A-Z0-9]{${least},${most}}$`), 'invalid_sap_code')
const account = sapCode(10).meta({ description: 'A G/L account: at most ten letters and digits' })

const connection = {
  company_code: sapCode(4, 4).meta({ description: 'Four letters and digits' }),
  chart_of_accounts: sapCode(4).meta({ description: 'At most four letters and digits' }),
  currency_code: currencyCode.meta({ description: 'The currency of the company code' }),
  document_type: sapCode(2, 2).meta({ description: 'Two letters or digits, such as SA' }),
  frequency: z.enum(sapFrequencies).meta({ description: 'When the engine makes batches; MANUAL: people do' }),
  since: calendarDate.nullable().meta({
    description:
      'The first business day that goes to SAP; null: the first of the ledger. It is kept once there is a batch',
  }),
}

const connectionReply = z.object({
  connection: z.object(connection).nullable().meta({ description: 'Null: nobody has filled it in' }),
  closed_through: day.nullable().meta({ description: 'The last business day that is closed; null: there is none' }),
  covered_through: day
    .nullable()
    .meta({ description: 'The last business day that is in a batch; null: there is none' }),
})

export const getSapConnectionSchemas = { reply: connectionReply }
export const updateSapConnectionSchemas = {
  body: z.strictObject({ ...connection, since: connection.since.default(null) }),
  reply: connectionReply,
}

const mapping = {
  event: event.meta({ description: 'A kind of transfer of the ledger' }),
  merchant: uuid.nullable().meta({ description: 'Null: of every merchant that has none of its own' }),
  currency_code: currencyCode.nullable().meta({ description: 'Null: of every currency that has none of its own' }),
  debit_account: account,
  credit_account: account,
  cost_center: sapCode(10).nullable().meta({ description: 'For the accounts of profit and loss of the event' }),
  tax_code: sapCode(2).nullable().meta({ description: 'For the accounts of the event that VAT concerns' }),
}
const mappingReply = z.object({ id: z.string(), merchant_name: z.string().nullable(), ...mapping })
export type SapMapping = z.infer<typeof mappingReply>

export const listSapMappingsSchemas = { reply: z.array(mappingReply) }
const mappingBody = z.strictObject({
  ...mapping,
  merchant: mapping.merchant.default(null),
  currency_code: mapping.currency_code.default(null),
  cost_center: mapping.cost_center.default(null),
  tax_code: mapping.tax_code.default(null),
})
export const createSapMappingSchemas = { body: mappingBody, reply: mappingReply }
export const updateSapMappingSchemas = { body: mappingBody, reply: mappingReply }
export const deleteSapMappingSchemas = { body: z.strictObject({}) }

const unmapped = z.object({
  event,
  merchant: z.string().nullable().meta({ description: 'Null: the provider’s own book' }),
  merchant_name: z.string().nullable(),
  currency_code: currencyCode,
  count: z.int(),
  amount: sum('Minor units'),
  too_large: tooLarge.optional(),
})

/** Sums of batches that wait, for which no accounts are chosen. */
export const listUnmappedSapEventsSchemas = {
  reply: z.array(
    unmapped.extend({ batches: z.array(z.string()).meta({ description: 'Their numbers, the first ten' }) }),
  ),
}
export type Unmapped = z.infer<typeof listUnmappedSapEventsSchemas.reply>[number]

export const createSapBatchesSchemas = {
  body: z.strictObject({
    through: calendarDate.optional().meta({ description: 'A closed business day. Default: the last' }),
  }),
  reply: z.object({
    batches: z.int().meta({ description: 'The batches that this call made' }),
    covered_through: day.nullable(),
  }),
}

const line = z.object({
  document: z.int(),
  number: z.int(),
  event,
  side: z.enum(['D', 'C']),
  gl_account: z.string().nullable().meta({ description: 'Null: none is chosen' }),
  cost_center: z.string().nullable(),
  tax_code: z.string().nullable(),
  currency_code: currencyCode,
  amount: sum('Minor units'),
  count: z.int(),
  too_large: tooLarge.optional(),
})

export const getSapBatchLinesSchemas = {
  reply: z.object({
    is_frozen: z.boolean().meta({ description: 'False: the lines as they would be sent at this moment' }),
    lines: z.array(line),
    balances: z
      .array(
        z.object({
          currency_code: currencyCode,
          debit: sum('Minor units'),
          credit: sum('Minor units'),
          too_large: tooLarge.optional(),
        }),
      )
      .meta({ description: 'Debit and credit of each currency, which are equal' }),
    unmapped: z.array(unmapped),
    sendings: z.array(
      z.object({
        number: z.int(),
        at: z.string(),
        by: z.string(),
        answer: z.enum(['ACKNOWLEDGED', 'REJECTED']).nullable(),
        answered_at: z.string().nullable(),
        answered_by: z.string().nullable(),
        sap_reference: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
}
export type SapBatchDetails = z.infer<typeof getSapBatchLinesSchemas.reply>

const reply = rowSchema(sapBatch)

export const takeSapBatchFileSchemas = {
  body: z.strictObject({ format: z.enum(sapFormats) }),
  reply: z.object({ name: z.string(), content: z.string() }),
}

export const acknowledgeSapBatchSchemas = {
  body: z.strictObject({
    sap_reference: reference(sapLimits.reference).meta({ description: 'How SAP calls what it booked' }),
  }),
  reply,
}

export const rejectSapBatchSchemas = {
  body: z.strictObject({ reason: lineOfText(sapLimits.reason).trim().min(1, ofText('required')) }),
  reply,
}
