import { z } from 'zod'
import { freeText, ofText, rowSchema, uuid } from '../../wire.ts'
import { bankEntry } from './bank-entry.entity.ts'
import { decidedStates, openReasons } from './bank-entry.rules.ts'

const entry = rowSchema(bankEntry)
const minor = z
  .string()
  .regex(/^-?\d+$/)
  .meta({ description: 'Minor units, as text: a sum may exceed a JSON number' })
const reason = freeText(500)
  .min(1, ofText('required'))
  .refine((text) => text.trim() !== '', 'required')

const file = z.object({
  merchant: z.string(),
  merchant_name: z.string(),
  processor_settlement: z.string(),
  processor_settlement_name: z.string(),
  file: z.string(),
  file_name: z.string(),
  batch: z.string().nullable(),
})
const candidate = file.extend({
  net: minor,
  period_to: z.string().nullable(),
  is_named: z.boolean().meta({ description: 'The entry names its batch' }),
  is_decided: z.boolean().meta({ description: 'Every line of it is decided: before, nobody can match it' }),
})
export type ReceiptCandidate = z.infer<typeof candidate>
const debt = z.object({
  settlement: z.string(),
  number: z.string(),
  merchant: z.string(),
  merchant_name: z.string(),
  owed: minor,
})
export type Debt = z.infer<typeof debt>
const unpaid = z.object({
  invoice: z.string(),
  number: z.string(),
  merchant: z.string(),
  merchant_name: z.string(),
  outstanding: minor,
  is_named: z.boolean().meta({ description: 'The entry names its number' }),
})
export type UnpaidInvoice = z.infer<typeof unpaid>

export const getReceiptsSchemas = {
  reply: z.object({
    open_because: z
      .enum(openReasons)
      .nullable()
      .meta({ description: 'Why it was matched with none; null: it is none of these' }),
    candidates: z.array(candidate).meta({
      description: 'Files that nobody has paid yet, at most 100, the likeliest first; none when the entry is decided',
    }),
    debts: z.array(debt).meta({
      description: 'Merchants that owe at least this, at most 100, those that owe exactly this first',
    }),
    invoices: z.array(unpaid).meta({
      description:
        'Invoices that ask for at least this, at most 100, one that the entry names first, then those of this amount',
    }),
    received: z.array(file.extend({ amount: minor })).meta({ description: 'The files that it pays' }),
  }),
}

export const matchBankEntrySchemas = {
  body: z.strictObject({
    files: z
      .array(uuid)
      .min(1, ofText('required'))
      .max(50, ofText('too_long'))
      .meta({ description: 'Files of processor settlements that it pays' }),
    reason,
  }),
  reply: entry,
}

export const decideBankEntrySchemas = {
  body: z
    .strictObject({
      state: z.enum(decidedStates),
      settlement: uuid.optional().meta({ description: 'Of DEBT, and of nothing else: the settlement that carried it' }),
      invoice: uuid.optional().meta({ description: 'Of DEBT, in place of a settlement: the invoice that is paid' }),
      reason,
    })
    .refine(({ state, settlement, invoice }) => state !== 'DEBT' || settlement !== undefined || invoice !== undefined, {
      path: ['settlement'],
      error: 'required',
    })
    .refine(({ state, settlement, invoice }) => state !== 'DEBT' || settlement !== undefined || invoice !== undefined, {
      path: ['invoice'],
      error: 'required',
    })
    .refine(({ state, settlement }) => state === 'DEBT' || settlement === undefined, {
      path: ['settlement'],
      error: 'not_allowed',
    })
    .refine(
      ({ state, settlement, invoice }) => invoice === undefined || (state === 'DEBT' && settlement === undefined),
      {
        path: ['invoice'],
        error: 'not_allowed',
      },
    ),
  reply: entry,
}
