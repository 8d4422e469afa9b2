import { z } from 'zod'
import { parametersOfView } from '../../lists/list-query.ts'
import { calendarDate, currencyCode, sum, tooLarge } from '../../wire.ts'
import { settlementSteps } from '../settlement.rules.ts'

const day = z.string().meta({ format: 'date' })

/** What became available, by the steps of a settlement. */
const steps = z.object({
  ...Object.fromEntries(Object.keys(settlementSteps).map((step) => [step, sum('Minor units')])),
  too_large: tooLarge.optional(),
}) as unknown as z.ZodType<Record<keyof typeof settlementSteps, number | null> & { too_large?: Record<string, string> }>

const moved = {
  steps,
  total: sum('The sum of the steps'),
  paid: sum('Settled for payout'),
  too_large: tooLarge.optional(),
}

const next = z.object({
  book: z.string().meta({ format: 'uuid' }),
  closes_on: day.nullable().meta({ description: 'It closes at the start of this day; null: people settle by hand' }),
  covers_from: day.nullable(),
  covers_through: day.nullable(),
  estimate: sum('What would be paid out by what is known now'),
  on_hold: z.boolean(),
  too_large: tooLarge.optional(),
})

const ofCurrency = z.object({
  currency_code: currencyCode,
  payable: sum('What is owed in all. Negative: the merchant owes it'),
  available_now: sum('The part of it that is available today'),
  later: z.array(z.object({ day, amount: sum('Becomes available on that day'), too_large: tooLarge.optional() })),
  reserve: sum('What is held, and still the merchant’s'),
  invoiced: sum('What invoices ask for, or will ask for at the end of the month, and is not paid'),
  refunds_under_way: sum('They are not paid out'),
  next: z.array(next).meta({ description: 'The next settlement of each book' }),
  opening: sum('What was available and not settled for payout before the first day'),
  ...moved,
  closing: sum('The same at the end of the last day'),
  days: z.array(z.object({ day, ...moved })),
  too_large: tooLarge.optional(),
})

export const financialReportSchemas = {
  query: z.strictObject({
    from: calendarDate.optional().meta({ description: 'The first day. By default the last 28 days' }),
    to: calendarDate.optional().meta({ description: 'The last day, included. By default today' }),
    ...parametersOfView,
  }),
  reply: z.object({
    from: day,
    to: day,
    time_zone: z.string().meta({ description: 'Days are of this zone' }),
    closed_through: day.nullable().meta({ description: 'The last business day that is closed' }),
    generated_at: z.string().meta({ format: 'date-time' }),
    currencies: z.array(ofCurrency),
  }),
}

/** Days of a report at most. */
export const longestReport = 366
