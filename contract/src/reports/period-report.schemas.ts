import { z } from 'zod'
import { calendarDate, currencyCode, sum, tooLarge } from '../wire.ts'
import { periodCategories, periodGroups } from './period-report.rules.ts'

const asked = {
  category: z.enum(periodCategories).default('daily'),
  from: calendarDate.optional().meta({ description: 'The first day. By default the last 28 days, or 12 months' }),
  to: calendarDate.optional().meta({ description: 'The last day, included. By default today' }),
  group: z.enum(periodGroups).default('none'),
}
const own = { merchant: z.string().optional(), organisation: z.string().optional() }

const figures = z.object({
  count: z.int(),
  volume: sum('Minor units of the currency'),
  too_large: tooLarge.optional(),
})

const sums = {
  payments: figures.meta({ description: 'All payments that were begun' }),
  approved: figures,
  conversion: z.number().nullable().meta({ description: 'Approved payments in percent of all; null: there were none' }),
  refunds: figures.nullable().meta({ description: 'Processed refunds; null: the group has none of its own' }),
  chargebacks: figures.nullable().meta({ description: 'Open, in dispute or lost' }),
  net: sum('Approved, less refunds and chargebacks; before any fees'),
  too_large: tooLarge.optional(),
}

const reply = z.object({
  category: z.enum(periodCategories),
  group: z.enum(periodGroups),
  from: z.string().meta({ format: 'date' }),
  to: z.string().meta({ format: 'date' }),
  time_zone: z.string().meta({ description: 'Days are of this zone' }),
  generated_at: z.string().meta({ format: 'date-time' }),
  currencies: z.array(
    z.object({
      currency_code: currencyCode,
      total: z.object(sums),
      rows: z.array(
        z.object({
          period: z.string().meta({ description: 'The day, or the first day of the month' }),
          from: z.string().meta({ format: 'date-time' }),
          to: z.string().meta({ format: 'date-time' }),
          key: z.string(),
          name: z.string().nullable(),
          ...sums,
        }),
      ),
    }),
  ),
})

export const periodReportSchemas = { query: z.strictObject({ ...own, ...asked }), reply }
export const pspPeriodReportSchemas = { query: z.strictObject(asked), reply }
export const exportPeriodReportSchemas = { query: z.strictObject({ ...own, ...asked }) }
export const exportPspPeriodReportSchemas = { query: z.strictObject(asked) }
