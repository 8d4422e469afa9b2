import { z } from 'zod'
import { pspSettlement } from '../settlements/settlement.entity.ts'
import { calendarDate, freeText, ofText, rowSchema, uuid } from '../wire.ts'
import { entryStates } from './entries/bank-entry.rules.ts'
import { paymentOrder } from './payment-order.entity.ts'
import { payoutRemarks, payoutStatuses } from './payout.rules.ts'

const order = rowSchema(paymentOrder)
const settlement = rowSchema(pspSettlement)
const instant = z.string().meta({ format: 'date-time' })
const day = z.string().meta({ format: 'date' })
const minor = (description: string) => z.int().meta({ description: `Minor units. ${description}` })

const account = z.object({
  id: z.string().meta({ format: 'uuid' }),
  holder: z.string(),
  iban: z.string().meta({ description: 'Masked' }),
  bic: z.string().nullable(),
  status: z.string(),
  usable_from: instant,
})

export const getPayoutSchemas = {
  reply: z
    .object({
      status: z.enum(payoutStatuses),
      number: z.string().meta({ description: 'The number of the settlement, and the end-to-end id at the banks' }),
      amount: minor('Paid out'),
      currency_code: z.string(),
      pay_on: day,
      bank_account: account
        .nullable()
        .meta({ description: 'Where it is paid to; before the approval the account of this moment. Null: none yet' }),
      remarks: z.array(z.enum(payoutRemarks)).meta({ description: 'What is unusual about it' }),
      approved_by: z.string().nullable(),
      approved_at: instant.nullable(),
      payment_order: z.string().nullable().meta({ format: 'uuid' }),
      paid_on: day.nullable(),
      bank_reference: z.string().nullable(),
      returned_on: day.nullable(),
      return_reason: z.string().nullable().meta({ description: 'A code of ISO 20022, such as AC04' }),
    })
    .nullable()
    .meta({ description: 'Null: the settlement pays nothing' }),
}

export const approvePayoutSchemas = {
  body: z.strictObject({
    bank_account: uuid.meta({ description: 'The account that was read: after a change it is refused' }),
  }),
  reply: settlement,
}
export const takeBackPayoutSchemas = { body: z.strictObject({}), reply: settlement }

const reason = freeText(500)
  .min(1, ofText('required'))
  .refine((text) => text.trim() !== '', 'required')

export const createPaymentOrderSchemas = {
  body: z.strictObject({
    psp_bank_account: uuid
      .optional()
      .meta({ description: 'The account that is debited. Default: the default one for client money in EUR' }),
    execution_day: calendarDate.optional().meta({
      description: 'A banking day, today or later. Payouts that are due later wait. Default: the next banking day',
    }),
  }),
  reply: order,
}
export const approvePaymentOrderSchemas = {
  body: z.strictObject({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/u, 'invalid')
      .meta({ description: 'Of the file that was read' }),
  }),
  reply: order,
}
export const takePaymentOrderFileSchemas = {
  body: z.strictObject({
    reason: reason.nullable().optional().meta({ description: 'Required when the file left before' }),
  }),
  reply: z.object({
    name: z.string(),
    content: z.string().meta({ description: 'XML, pain.001.001.09' }),
    sha256: z.string(),
  }),
}
export const withdrawPaymentOrderSchemas = { body: z.strictObject({ reason }), reply: order }

export const listPaymentOrderDownloadsSchemas = {
  reply: z.array(z.object({ number: z.int(), at: instant, by: z.string(), reason: z.string().nullable() })),
}

const statement = z.object({
  id: z.string().meta({ format: 'uuid' }),
  number: z.int(),
  statement_id: z.string().meta({ description: 'The bank’s own name of it' }),
  opening: minor('At its start'),
  closing: minor('At its end'),
  opening_on: day,
  closing_on: day,
  entries: z.int(),
  unmatched: z.int(),
  created_at: instant,
  created_by: z.string(),
})

export const listBankStatementsSchemas = {
  reply: z.object({
    currency_code: z.string(),
    ledger: minor('What the ledger has on the account'),
    statement: minor('What the bank has, by the last statement').nullable(),
    statements: z.array(statement).meta({ description: 'The newest 200, newest first' }),
  }),
}
export const addBankStatementSchemas = {
  reply: z.object({
    statements: z.int().meta({ description: 'In the file' }),
    paid: z.int().meta({ description: 'Payouts that the bank paid' }),
    returned: z.int().meta({ description: 'Payouts that the bank brought back' }),
    received: z.int().meta({ description: 'Entries that pay files of processors' }),
    swept: z.int().meta({ description: 'Entries of fees that went to an own account' }),
    unmatched: z.int().meta({ description: 'Entries that are nobody’s yet' }),
  }),
}
export const listBankEntriesSchemas = {
  reply: z.array(
    z.object({
      id: z.string().meta({ format: 'uuid' }),
      number: z.int(),
      booked_on: day,
      amount: minor('Below zero: a debit'),
      state: z.enum(entryStates),
      settlement: z.string().nullable().meta({ format: 'uuid' }),
      end_to_end: z.string().nullable(),
      bank_reference: z.string().nullable(),
      return_reason: z.string().nullable(),
      counterparty: z.string().nullable(),
      remittance: z.string().nullable(),
    }),
  ),
}
