import { z } from 'zod'
import { lineOfText, rowSchema, uuid } from '../wire.ts'
import {
  credentialFacts,
  details,
  detailsToFill,
  namedConnection,
  ofType,
  opening,
  person,
  tested,
} from './processor.schemas.ts'
import { processorSettlement } from './processor-settlement.entity.ts'
import {
  mostExpectedDays,
  processorSettlementTypes,
  reconciledStatuses,
  settlementFetchProblems,
  settlementFileProblems,
  settlementFileStatuses,
  settlementLineKinds,
  settlementLineProblems,
} from './processor-settlement.rules.ts'

const reply = rowSchema(processorSettlement)
const expected_every_days = z
  .int('must_be_an_integer')
  .min(1, 'too_small')
  .max(mostExpectedDays, 'too_large')
  .nullable()
  .optional()
  .meta({ description: 'The next file comes within so many days. Null: nobody expects it' })
const comesFrom = { processor_settlement_type: z.enum(processorSettlementTypes) }

export const createProcessorSettlementSchemas = {
  body: z.strictObject({
    ...ofType('processorsettlement'),
    ...namedConnection,
    ...opening,
    ...comesFrom,
    expected_every_days,
    details: detailsToFill,
  }),
  reply,
}

/** A field that is left out stays as it is, and so does a value of the credential. */
export const updateProcessorSettlementSchemas = {
  body: z.strictObject({
    name: namedConnection.name.optional(),
    organisation: namedConnection.organisation.optional(),
    description: namedConnection.description.optional(),
    user: namedConnection.user.optional(),
    expected_every_days,
    details: details.optional(),
  }),
  reply,
}

export const activateProcessorSettlementSchemas = { body: z.strictObject({}), reply }
export const deactivateProcessorSettlementSchemas = { body: z.strictObject({}), reply }

export const testProcessorSettlementCredentialSchemas = {
  body: z.strictObject({
    ...opening,
    ...comesFrom,
    details,
    processor_settlement: uuid.optional().meta({ description: 'Values that are left out are those of its credential' }),
  }),
  reply: tested,
}
export const testProcessorSettlementSchemas = { body: z.strictObject({}), reply: tested }

const setup = z.object({
  user: person.nullable(),
  credential: credentialFacts,
  fetched_at: z.string().nullable().meta({ description: 'Files were last looked for at the gateway' }),
  fetch_problem: z.enum(settlementFetchProblems).nullable().meta({ description: 'What was wrong then' }),
})
export type ProcessorSettlementSetup = z.infer<typeof setup>

export const processorSettlementSetupSchemas = { reply: setup }

const total = z.object({
  currency_code: z.string(),
  gross: z
    .string()
    .regex(/^-?\d+$/)
    .meta({ description: 'Minor units, as text: a sum may exceed a JSON number' }),
  fees: z.string().regex(/^-?\d+$/),
  net: z.string().regex(/^-?\d+$/),
})

export const settlementFile = z.object({
  id: z.string(),
  name: z.string(),
  received_at: z.string(),
  uploaded_by: z.string().nullable().meta({ description: 'Null: it was fetched' }),
  status: z.enum(settlementFileStatuses),
  batch: z.string().nullable().meta({ description: "The gateway's number of what it paid out" }),
  period_from: z.string().nullable(),
  period_to: z.string().nullable(),
  lines: z.int(),
  unclear_lines: z.int().meta({ description: 'Lines that are kept without being understood' }),
  totals: z.array(total).meta({ description: 'Of the lines that are understood, without what was paid out' }),
  failed_line: z.int().nullable(),
  failed_column: z.string().nullable(),
  failed_why: z.enum(settlementFileProblems).nullable(),
  reconciled: z
    .enum(reconciledStatuses)
    .nullable()
    .meta({ description: 'What the ledger says of its lines; null: not all of them are decided' }),
  open_differences: z.int(),
  closed_by: z.string().nullable(),
  bank_reference: z.string().nullable(),
  received: z
    .array(
      z.object({
        currency_code: z.string(),
        amount: z.string().regex(/^-?\d+$/),
        received_on: z.string(),
        bank_entry: z.string().meta({ format: 'uuid' }),
      }),
    )
    .meta({
      description: 'What the bank booked of it, one entry for each currency; below zero: the processor took it',
    }),
})
export type SettlementFile = z.infer<typeof settlementFile>

export const listSettlementFilesSchemas = {
  reply: z.array(settlementFile).meta({ description: 'The newest 200, newest first' }),
}

export const addSettlementFileSchemas = { reply: settlementFile }
export const readSettlementFileSchemas = { body: z.strictObject({}), reply: settlementFile }

const amount = z.int().nullable()
const line = z.object({
  line: z.int().meta({ description: 'Its line in the file' }),
  kind: z.enum(settlementLineKinds),
  type: z.string().meta({ description: "The gateway's own word" }),
  reference: z.string().nullable(),
  gateway_reference: z.string().nullable(),
  booked_at: z.string().nullable(),
  batch: z.string().nullable(),
  currency_code: z.string(),
  ...{ gross: amount, interchange: amount, scheme_fees: amount, markup: amount, commission: amount, net: amount },
  problem: z.enum(settlementLineProblems).nullable().meta({ description: 'What of it could not be understood' }),
  source: z.record(z.string(), z.string()).meta({ description: 'The words of the file, by column' }),
  transaction: z.string().nullable(),
  refund: z.string().nullable(),
  said: z
    .enum(['applied', 'not_ours', 'not_understood', 'contradicts'])
    .nullable()
    .meta({ description: 'What came of it as a proof of an order; null: none was needed' }),
})
export type SettlementLine = z.infer<typeof line>

export const listSettlementLinesSchemas = {
  query: z.strictObject({
    _limit: z.coerce.number().int().min(1).max(1000).default(25),
    _skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
    unclear: z.literal('true').optional().meta({ description: 'Only lines that are not understood' }),
    reference: lineOfText(255).optional(),
    merchant: uuid.optional(),
    organisation: uuid.optional(),
  }),
  reply: z.object({ count: z.int(), lines: z.array(line) }),
}
