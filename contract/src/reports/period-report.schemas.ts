import { z } from 'zod'
import { parametersOfView } from '../lists/list-query.ts'
import { calendarDate, currencyCode, sum, tooLarge } from '../wire.ts'
import { periodCategories, periodGroups } from './period-report.rules.ts'

const asked = {
  category: z.enum(periodCategories).default('daily'),
  from: calendarDate
    .optional()
    .meta({ description: 'The first day. By default the last 28 days, or 12 months; by tag or payment profile 3' }),
  to: calendarDate.optional().meta({ description: 'The last day, included. By default today' }),
  group: z.enum(periodGroups).default('none'),
}

const figures = z.object({
  count: z.int(),
  volume: sum('Minor units of the currency'),
  too_large: tooLarge.optional(),
})

const booked = z.object({
  fees: sum('What the provider charged'),
  vat: sum('The VAT on it'),
  net: sum('What the merchant is owed more, before payouts: turnover and one-offs less fees and VAT'),
  reserve: sum('Held of that, less what was released'),
  too_large: tooLarge.optional(),
})

const earned = z.object({
  exchange: sum('Margins of payouts in another currency'),
  cost: sum('What processors are expected to charge'),
  partner: sum('Shares of partners'),
  margin: sum('Fees and margins of exchange, less costs and shares'),
  per_mille: z.number().nullable().meta({ description: 'Margin per mille of what was captured less what went back' }),
  too_large: tooLarge.optional(),
})

const sums = {
  payments: figures.meta({ description: 'All payments that were begun' }),
  approved: figures,
  conversion: z.number().nullable().meta({ description: 'Approved payments in percent of all; null: there were none' }),
  refunds: figures.nullable().meta({ description: 'Processed refunds; null: the group has none of its own' }),
  chargebacks: figures.nullable().meta({ description: 'Open, in dispute or lost' }),
  net: sum('Approved, less refunds and chargebacks; before any fees'),
  booked: booked.nullable().meta({
    description:
      'What the ledger booked on these business days; null: the ledger does not know the group, or the reader may not list settlements',
  }),
  too_large: tooLarge.optional(),
}

const ledger = z
  .object({
    closed_through: z.string().meta({ format: 'date', description: 'The last business day that is closed' }),
    closed_at: z.string().nullable().meta({ format: 'date-time' }),
  })
  .nullable()
  .meta({ description: 'Null: there is no ledger' })

/** The report; `earned` is what only the provider reads of it. */
const replyOf = <M extends z.ZodRawShape, L extends z.ZodType>(own: M, ofLedger: L) =>
  z.object({
    category: z.enum(periodCategories),
    group: z.enum(periodGroups),
    from: z.string().meta({ format: 'date' }),
    to: z.string().meta({ format: 'date' }),
    time_zone: z.string().meta({ description: 'Days are of this zone' }),
    generated_at: z.string().meta({ format: 'date-time' }),
    ledger: ofLedger,
    currencies: z.array(
      z.object({
        currency_code: currencyCode,
        total: z.object({ ...sums, ...own }),
        rows: z.array(
          z.object({
            period: z.string().meta({ description: 'The day, or the first day of the month' }),
            from: z.string().meta({ format: 'date-time' }),
            to: z.string().meta({ format: 'date-time' }),
            key: z
              .string()
              .meta({ description: 'Of the group; empty: what has none, such as a payment that reached no processor' }),
            name: z.string().nullable(),
            ...sums,
            ...own,
          }),
        ),
      }),
    ),
  })

const waiting = {
  waiting: z.int().meta({ description: 'Events that are not booked yet' }),
  checked_at: z.string().nullable().meta({ format: 'date-time', description: 'The last check of the whole ledger' }),
  differences: z.int().nullable().meta({ description: 'What it found; null: it was never checked' }),
}

const reply = replyOf({}, ledger)
const pspReply = replyOf(
  {
    earned: earned
      .nullable()
      .meta({ description: 'Null as `booked` is, and for whoever may not read costs and shares' }),
  },
  ledger.unwrap().extend(waiting).nullable(),
)

export const periodReportSchemas = { query: z.strictObject({ ...parametersOfView, ...asked }), reply }
export const pspPeriodReportSchemas = { query: z.strictObject(asked), reply: pspReply }
export const exportPeriodReportSchemas = { query: z.strictObject({ ...parametersOfView, ...asked }) }
export const exportPspPeriodReportSchemas = { query: z.strictObject(asked) }
