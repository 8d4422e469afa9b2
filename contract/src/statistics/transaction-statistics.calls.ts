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
const shared = { entity: 'transaction', roles: statisticsRoles('TRANSACTION') } as const

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
  query: moneySeriesQuery,
  reply: totalReply,
})

export const transactionLocation = defineStatistics({
  ...shared,
  path: `${base}/location`,
  summary: 'Volume per country',
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
  query: moneyQuery,
  reply: lifecycleReply,
})

export const transactionTimeOfDay = defineStatistics({
  ...shared,
  path: `${base}/time-of-day`,
  summary: 'Count and volume per weekday and hour',
  query: moneyQuery,
  reply: timeOfDayReply,
})
