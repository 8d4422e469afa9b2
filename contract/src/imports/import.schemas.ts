import { z } from 'zod'
import { statusUpdateKinds, updatableStatuses } from '../status-updates/status-update.rules.ts'
import { minorUnits, rowSchema, uuid } from '../wire.ts'
import { importEntity } from './import.entity.ts'
import {
  dateOrders,
  decimalSigns,
  foreseenOutcomes,
  importDelimiters,
  importEncodings,
  importFormats,
  importLimits,
  importTypes,
  rejectionCodes,
} from './import.rules.ts'

const reply = rowSchema(importEntity)

const mapping = z.record(z.string().max(50), z.string().min(1).max(300)).meta({
  description:
    'Where each field comes from: the name of a column; a text with {column} and {line} in it; or a fixed text after an equals sign',
})

const reading = {
  delimiter: z.enum(importDelimiters),
  encoding: z.enum(importEncodings),
  decimal: z.enum(decimalSigns).meta({ description: 'The sign before the decimals of amounts' }),
}

export const createImportSchemas = {
  query: z.strictObject({
    type: z.enum(importTypes),
    into: uuid.optional().meta({
      description:
        'The organisation that customers will belong to, or in and below which the payments and plans of the rows are looked for',
    }),
    payment_profile: uuid.optional().meta({ description: 'The shop that took the payments; only of payments' }),
  }),
  reply,
}

export const importSampleSchemas = {
  query: z.strictObject({
    delimiter: reading.delimiter.optional(),
    encoding: reading.encoding.optional(),
  }),
  reply: z.object({
    ...reading,
    format: z
      .enum(importFormats)
      .meta({ description: 'Of a workbook the first sheet is read, and its cells have no encoding' }),
    header: z.array(z.string()),
    rows: z
      .array(z.object({ line: z.int(), fields: z.array(z.string()) }))
      .meta({ description: `The first ${importLimits.shown} rows, as they are read` }),
    date_order: z.enum(dateOrders).nullable().meta({
      description:
        'The order of year, month and day in dates; that of the merchant’s last file of the type where the rows do not say it. Null: the rows can be read in two ways',
    }),
    date_example: z.object({ line: z.int(), text: z.string() }).nullable().meta({
      description:
        'A date whose order nobody has chosen and the first rows do not say: one of them, or one that the check rejected. Null: there is none',
    }),
    mapping: mapping.meta({
      description: 'Of this import, else of the last one of the merchant and type, else guessed',
    }),
    same_as: z
      .object({ id: z.string(), file_name: z.string(), created_at: z.string(), status: z.string() })
      .nullable()
      .meta({ description: 'An earlier import of the same file and type' }),
  }),
}

export const checkImportSchemas = {
  body: z.strictObject({
    ...reading,
    date_order: z.enum(dateOrders).optional().meta({
      description:
        'In which order dates are written that do not begin with the year. Without it such dates are rejected',
    }),
    mapping,
  }),
  reply,
}
export const startImportSchemas = { body: z.strictObject({}), reply }
export const cancelImportSchemas = { body: z.strictObject({}), reply }
export const rerunImportSchemas = { body: z.strictObject({}), reply }
export const revertImportSchemas = { body: z.strictObject({}), reply }

export const listRejectionsSchemas = {
  query: z.strictObject({
    _limit: z.coerce.number().int().min(1).max(1000).default(50),
    _skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  }),
  reply: z.object({
    counts: z.array(z.object({ code: z.enum(rejectionCodes), column: z.string().nullable(), count: z.int() })),
    rejections: z.array(
      z.object({
        line: z.int(),
        code: z.enum(rejectionCodes),
        target: z.string().nullable().meta({ description: 'The field; null: the whole row' }),
        column: z.string().nullable().meta({ description: 'Where the field comes from' }),
      }),
    ),
  }),
}

const page = {
  _limit: z.coerce.number().int().min(1).max(100).default(50),
  _skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
}
const unlessUnknown = { description: 'Null: there is no such payment, refund or chargeback' }

export const listForeseenRowsSchemas = {
  query: z.strictObject(page),
  reply: z.array(
    z.object({
      line: z.int(),
      outcome: z
        .enum(foreseenOutcomes)
        .meta({ description: 'asked: it would wait for a second person; known: the status is that already' }),
      code: z.enum(rejectionCodes).nullable().meta({ description: 'Why it would be rejected' }),
      column: z.string().nullable(),
      to_status: z.string(),
      kind: z.enum(statusUpdateKinds).nullable().meta(unlessUnknown),
      merchant_reference: z.string().nullable(),
      merchant_name: z.string().nullable(),
      from_status: z.enum(updatableStatuses).nullable(),
      amount: minorUnits.nullable(),
      currency_code: z.string().nullable(),
    }),
  ),
}

export const importTemplateSchemas = { query: z.strictObject({ type: z.enum(importTypes) }) }
export const readImportFileSchemas = {}
export const readRejectedRowsSchemas = {}
