import { z } from 'zod'
import { freeText, knownCurrency, ofList, ofText, reference, rowSchema, uuid } from '../wire.ts'
import { bankAccount } from './bank-account.entity.ts'
import { documentLimits, documentTypes, longestHolder, readings } from './bank-account.rules.ts'
import { bic, iban } from './iban.ts'

const reply = rowSchema(bankAccount)
const nothing = z.strictObject({})

export const accountFields = {
  holder: reference(longestHolder)
    .transform((name) => name.trim())
    .refine((name) => name !== '', 'required')
    .meta({ description: 'The name of the holder, as the bank has it' }),
  iban,
  bic: bic.nullable().optional(),
  currency_code: knownCurrency,
}

export const createBankAccountSchemas = {
  body: z.strictObject({
    ...accountFields,
    organisation: uuid.optional().meta({ description: 'Default: the uppermost one that the caller sees' }),
  }),
  reply,
}

export const replaceBankAccountSchemas = {
  body: z.strictObject(accountFields),
  reply,
}

export const disableBankAccountSchemas = { body: nothing, reply }

export const revealBankAccountSchemas = {
  body: nothing,
  reply: z.object({ iban: z.string().meta({ description: 'The whole IBAN' }) }),
}

export const checkBankAccountNameSchemas = { body: nothing, reply }

const reason = freeText(500)

export const verifyBankAccountSchemas = {
  body: z.strictObject({
    documents: z
      .array(uuid)
      .min(1, ofList('required'))
      .max(documentLimits.files, ofList('too_many'))
      .meta({ description: 'The documents on which it is verified: whoever verifies it has looked at them' }),
    reason: reason.nullable().optional().meta({
      description: 'Required when the bank found the name close, or did not say',
    }),
  }),
  reply,
}

export const rejectBankAccountSchemas = {
  body: z.strictObject({
    reason: reason
      .min(1, ofText('required'))
      .refine((text) => text.trim() !== '', 'required')
      .meta({ description: 'The merchant reads it' }),
  }),
  reply,
}

/** A document in a list; its content is at `/v1/bankaccount/:id/document/:document`. */
const document = z.object({
  id: z.string().meta({ format: 'uuid' }),
  name: z.string(),
  content_type: z.enum(documentTypes),
  size: z.int().meta({ description: 'Bytes' }),
  created_at: z.string().meta({ format: 'date-time' }),
  created_by: z.string().nullable().meta({ description: 'Null: a member of the provider' }),
})
export type BankAccountDocument = z.infer<typeof document>

export const listBankAccountDocumentsSchemas = { reply: z.array(document) }
export const readBankAccountDocumentSchemas = {}
export const addBankAccountDocumentSchemas = { reply: document }
export const removeBankAccountDocumentSchemas = {}

const reading = z.object({
  at: z.string().meta({ format: 'date-time' }),
  what: z.enum(readings).meta({ description: '`verified`: the account was verified on this document' }),
  document: z.string().nullable().meta({ description: 'The name of the document' }),
  by: z.string().nullable().meta({ description: 'Null: a member of the provider' }),
})
export const listBankAccountReadingsSchemas = {
  reply: z.array(reading).meta({ description: 'The newest 200, newest first' }),
}

export const getAlarmSchemas = {
  reply: z.object({
    merchant: z.string(),
    holder: z.string(),
    iban: z.string().meta({ description: 'Masked' }),
    added_at: z.string().meta({ format: 'date-time' }),
    is_used: z.boolean().meta({ description: 'Payouts were stopped by this link already' }),
  }),
}

export const raiseAlarmSchemas = { body: nothing }
