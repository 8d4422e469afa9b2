import { z } from 'zod'
import { currencyCode, knownCurrency, ofList, sum, tooLarge, uuid } from '../../wire.ts'
import { moneyEvents, priceEvents } from '../price.rules.ts'
import { mostChosen } from './rehearsal.rules.ts'

const month = z.string().regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'invalid_month')
const instant = z.string().meta({ format: 'date-time' })
const day = z.string().meta({ format: 'date' })

const sums = {
  payments: z.int().meta({
    description: 'Captures, refunds and chargebacks. Fees are of authorizations, declines, payouts and months as well',
  }),
  volume: sum('Minor units'),
  old_fee: sum('What was charged'),
  new_fee: sum('What the version would have charged'),
  difference: sum('Above zero: merchants would have paid more'),
  cost: sum('What processors were expected to charge'),
  margin: sum('The new fee less the cost'),
  too_large: tooLarge.optional(),
}

const ofCurrency = z.object({ currency_code: currencyCode, ...sums })

const rehearsal = z
  .object({
    id: z.string().meta({ format: 'uuid' }),
    created_at: instant,
    created_by: z.string(),
    revision: z.int().meta({ description: 'Of the version: it had these lines' }),
    first_day: day,
    last_day: day,
    is_portfolio: z.boolean().meta({ description: 'Of all merchants that have the scheme; else of chosen ones' }),
    merchants: z.int(),
    status: z.enum(['PENDING', 'PROCESSED']),
    failure: z.enum(['gave_up']).nullable(),
    months: z.int(),
    months_done: z.int(),
    finished_at: instant.nullable(),
    captures: z.int().meta({ description: 'Priced anew' }),
    captures_booked: z.int().meta({ description: 'What the ledger has of the same days' }),
    is_exact: z.boolean().meta({ description: 'Captures and old fees are those of the ledger' }),
    is_recent: z.boolean().meta({ description: 'It may count for activating a version with these lines' }),
    counts: z.boolean().meta({
      description:
        'The version may be activated by it: of those that may count, the newest of those that left out least',
    }),
    left_out: z
      .array(z.enum(priceEvents))
      .meta({ description: 'What was not priced in some month, because its attempts were removed by then' }),
    totals: z.array(ofCurrency),
  })
  .meta({ id: 'rehearsal' })

export const rehearseSchemeVersionSchemas = {
  body: z.strictObject({
    first_month: month.meta({ description: '`2026-10`, of business days' }),
    last_month: month,
    merchants: z
      .array(uuid)
      .min(1, ofList('required'))
      .max(mostChosen, ofList('too_many'))
      .optional()
      .meta({ description: 'Absent: all that have the scheme' }),
  }),
  reply: rehearsal,
}

export const listRehearsalsSchemas = {
  reply: z.object({
    is_needed: z
      .boolean()
      .meta({ description: 'Merchants with payments have the scheme: activating needs a rehearsal of all of them' }),
    rehearsals: z.array(rehearsal).meta({ description: 'Newest first' }),
  }),
}

const pair = z.object({
  event: z.enum(priceEvents),
  ...ofCurrency.shape,
  payments: z.int().meta({ description: 'How many of the event' }),
  old_line: z.int().nullable().meta({ description: 'The id of the line that priced them; null: none did' }),
  new_line: z.int().nullable().meta({ description: 'The id of the line that would price them' }),
  old_number: z.int().nullable().meta({ description: 'The number of the old line in its version' }),
  old_version: z.int().nullable(),
  old_scheme: z.string().nullable(),
  new_number: z.int().nullable(),
})

export const getRehearsalSchemas = {
  query: z.strictObject({ of: uuid.optional().meta({ description: 'The pairs of this merchant alone' }) }),
  reply: z.object({
    rehearsal,
    merchants: z
      .array(z.object({ id: z.string().meta({ format: 'uuid' }), name: z.string(), ...ofCurrency.shape }))
      .meta({ description: 'Those that would pay more first; the first hundred' }),
    merchants_in_all: z.int(),
    pairs: z.array(pair).meta({ description: 'Old line and new line, the largest difference first' }),
  }),
}

const lineId = z.coerce.number('must_be_an_integer').int('must_be_an_integer').min(0).max(2_147_483_647)

export const listRehearsedPaymentsSchemas = {
  query: z.strictObject({
    of: uuid.optional().meta({ description: 'A merchant' }),
    currency_code: knownCurrency,
    event: z.enum(moneyEvents),
    old_line: lineId.meta({ description: '0: none' }),
    new_line: lineId.meta({ description: '0: none' }),
  }),
  reply: z.object({
    payments: z.array(
      z.object({
        merchant: z.string().meta({ format: 'uuid' }),
        merchant_name: z.string(),
        transaction: z.string().meta({ format: 'uuid' }),
        business_day: day,
        amount: z.int(),
        currency_code: currencyCode,
        old_fee: z.int(),
        new_fee: z.int(),
      }),
    ),
  }),
}
