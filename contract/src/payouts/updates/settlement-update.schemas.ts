import { z } from 'zod'
import { settlementStatuses } from '../../settlements/settlement.rules.ts'
import { calendarDate, minorUnits, ofText, reference, rowSchema, uuid } from '../../wire.ts'
import { paymentOrderStatuses, payoutStatuses } from '../payout.rules.ts'
import { settlementUpdate } from './settlement-update.entity.ts'
import { longestReason, settlementUpdateKinds, shortestReason } from './settlement-update.rules.ts'

const status = z.enum(settlementStatuses)
const kind = z.enum(settlementUpdateKinds)
const reply = rowSchema(settlementUpdate)
const reason = reference(longestReason)
  .refine((text) => text.trim().length >= shortestReason, ofText('too_short'))
  .meta({ description: `Why, in at least ${shortestReason} characters`, minLength: shortestReason })

export const createSettlementUpdateSchemas = {
  body: z
    .strictObject({
      settlement: uuid,
      kind,
      from_status: status.meta({ description: 'The status that the person saw: another one since then is refused' }),
      reason,
      psp_bank_account: uuid.optional().meta({
        description:
          'Of PAID: the account of the provider that was debited. Default: that of the order, or the usual one',
      }),
      paid_on: calendarDate.optional().meta({ description: 'Of PAID: the day at the bank, today at the latest' }),
      bank_reference: reference(140).optional().meta({ description: 'Of PAID: how the bank calls it' }),
    })
    .refine((body) => body.kind !== 'PAID' || body.paid_on !== undefined, { path: ['paid_on'], error: 'required' })
    .refine((body) => body.kind !== 'PAID' || body.bank_reference !== undefined, {
      path: ['bank_reference'],
      error: 'required',
    }),
  reply,
}

export const approveSettlementUpdateSchemas = { body: z.strictObject({}), reply }
export const cancelSettlementUpdateSchemas = { body: z.strictObject({ reason }), reply }

/** A settlement, and what a person may do with it. */
const settlementUpdateItem = z.object({
  id: z.string(),
  number: z.string(),
  merchant: z.string(),
  merchant_name: z.string(),
  status,
  payout_status: z.enum(payoutStatuses).nullable().meta({ description: 'Null: it pays nothing' }),
  amount: minorUnits.meta({ description: 'What it pays out' }),
  debt: minorUnits.meta({
    description: 'What the merchant owes by it, and nothing that was booked since or held covers',
  }),
  currency_code: z.string(),
  payment_order: z.string().nullable(),
  next: z.array(kind),
  open_update: z.string().nullable().meta({ description: 'An update of it that waits for a second person' }),
  accounts: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .meta({ description: 'The accounts of the provider that may have paid it, the usual one first' }),
})
export type SettlementUpdateItem = z.infer<typeof settlementUpdateItem>

export const settlementUpdateItemSchemas = {
  query: z.strictObject({ settlement: reference(50).meta({ description: 'The number or the id of a settlement' }) }),
  reply: settlementUpdateItem,
}

/** What an update would do, found by making it and undoing it. */
const settlementUpdateEffects = z.object({
  currency_code: z.string(),
  needs_another: z.boolean().meta({ description: 'True: it waits until a second person approves it' }),
  status_before: status,
  status_after: status,
  payout_before: z.enum(payoutStatuses).nullable(),
  payout_after: z.enum(payoutStatuses).nullable(),
  order_before: z.enum(paymentOrderStatuses).nullable(),
  order_after: z.enum(paymentOrderStatuses).nullable(),
  bookings: z
    .array(z.object({ kind: z.string(), amount: minorUnits }))
    .meta({ description: 'What the ledger would book' }),
})
export type SettlementUpdateEffects = z.infer<typeof settlementUpdateEffects>

export const settlementUpdateEffectsSchemas = {
  query: z.strictObject({ kind, psp_bank_account: uuid.optional() }),
  reply: settlementUpdateEffects,
}
