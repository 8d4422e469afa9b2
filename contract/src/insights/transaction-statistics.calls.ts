import { statisticsRoles } from '../roles.ts'
import { defineStatistics } from './statistics-call.ts'
import { moneyQuery, moneySeriesQuery } from './statistics-query.ts'
import {
  breakdownReply,
  lifecycleReply,
  locationReply,
  seriesReply,
  timeOfDayReply,
  totalReply,
} from './statistics-reply.ts'

/** Every transaction that was begun in the range counts, whatever became of it: as in the list. */
const base = '/v1/transaction/aggregate'
const counts = 'Every transaction that was begun in the range counts, whatever became of it, as in the list.'
const shared = { entity: 'transaction', roles: statisticsRoles('TRANSACTION'), description: counts } as const

export const transactionSeries = defineStatistics({
  ...shared,
  path: base,
  summary: 'Volume and count per period',
  query: moneySeriesQuery,
  reply: seriesReply,
})

export const transactionTotal = defineStatistics({
  ...shared,
  path: `${base}/total`,
  summary: 'Totals, averages per period, and growth',
  description: `${counts} Growth is against the same stretch of the range, and of the period, before.`,
  query: moneySeriesQuery,
  reply: totalReply,
})

export const transactionLocation = defineStatistics({
  ...shared,
  path: `${base}/location`,
  summary: 'Volume per country',
  description: `${counts} A list of countries with their volume, and nothing else: payments of no known country have no place in it. What it is of stands in the headers kontor-range, kontor-currency and kontor-currencies; converted, also in kontor-rates (currency, units for one euro, day) and kontor-without-rate.`,
  query: moneyQuery,
  reply: locationReply,
})

const breakdown = (name: string, summary: string) =>
  defineStatistics({ ...shared, path: `${base}/${name}`, summary, query: moneyQuery, reply: breakdownReply })

export const transactionByCountry = breakdown('country', 'Count and volume per country')
export const transactionByProduct = breakdown('payment-product', 'Count and volume per payment product')
export const transactionByStatus = breakdown('status', 'Outcomes: count and volume per status')
export const transactionByPlatform = breakdown('platform', 'Count and volume per operating system')
export const transactionByBrowser = breakdown('browser', 'Count and volume per browser')

export const transactionLifecycle = defineStatistics({
  ...shared,
  path: `${base}/lifecycle`,
  summary: 'How many passed each status',
  description: `${counts} A transaction counts at each status that it has ever had; percentages are of all that were begun.`,
  query: moneyQuery,
  reply: lifecycleReply,
})

export const transactionTimeOfDay = defineStatistics({
  ...shared,
  path: `${base}/time-of-day`,
  summary: 'Count and volume per weekday and hour',
  description: `${counts} Weekdays and hours are those of the caller’s zone, Monday (1) first.`,
  query: moneyQuery,
  reply: timeOfDayReply,
})
