import { defineEndpoint } from '../endpoint.ts'
import { statisticsRoles } from '../roles.ts'
import type * as schemas from './transaction-statistics.schemas.ts'

const counts = 'Every transaction that began in the range counts, whatever its outcome, as in the list.'
const shared = {
  method: 'GET',
  area: 'transaction',
  access: statisticsRoles('TRANSACTION'),
  description: counts,
} as const

export const transactionSeriesEndpoint = defineEndpoint<typeof schemas.transactionSeriesSchemas>()({
  ...shared,
  name: 'transaction-series',
  path: '/v1/transaction/aggregate',
  summary: 'Volume and count per period',
})

export const transactionTotalEndpoint = defineEndpoint<typeof schemas.transactionTotalSchemas>()({
  ...shared,
  name: 'transaction-total',
  path: '/v1/transaction/aggregate/total',
  summary: 'Totals, averages per period, and growth',
  description: `${counts} Growth compares with the same part of the range before and of the period before.`,
})

export const transactionTodayEndpoint = defineEndpoint<typeof schemas.transactionTodaySchemas>()({
  ...shared,
  name: 'transaction-today',
  path: '/v1/transaction/aggregate/today',
  summary: 'Successful payments of today, per currency',
  description:
    'The payments of today up to now that have brought in money or are about to, beside those of yesterday and of the same weekday a week ago up to the same time of day.',
})

export const transactionLocationEndpoint = defineEndpoint<typeof schemas.transactionLocationSchemas>()({
  ...shared,
  name: 'transaction-location',
  path: '/v1/transaction/aggregate/location',
  summary: 'Volume per country',
  description: `${counts} The answer is a list of countries with their volume. Payments without a known country are left out. The headers kontor-range, kontor-currency and kontor-currencies describe the figures. With conversion there are also kontor-rates (currency, units for one euro, day) and kontor-without-rate.`,
})

export const transactionByCountryEndpoint = defineEndpoint<typeof schemas.transactionBreakdownSchemas>()({
  ...shared,
  name: 'transaction-by-country',
  path: '/v1/transaction/aggregate/country',
  summary: 'Count and volume per country',
})

export const transactionByProductEndpoint = defineEndpoint<typeof schemas.transactionBreakdownSchemas>()({
  ...shared,
  name: 'transaction-by-payment-product',
  path: '/v1/transaction/aggregate/payment-product',
  summary: 'Count and volume per payment product',
})

export const transactionByStatusEndpoint = defineEndpoint<typeof schemas.transactionBreakdownSchemas>()({
  ...shared,
  name: 'transaction-by-status',
  path: '/v1/transaction/aggregate/status',
  summary: 'Outcomes: count and volume per status',
})

export const transactionByPlatformEndpoint = defineEndpoint<typeof schemas.transactionBreakdownSchemas>()({
  ...shared,
  name: 'transaction-by-platform',
  path: '/v1/transaction/aggregate/platform',
  summary: 'Count and volume per operating system',
})

export const transactionByBrowserEndpoint = defineEndpoint<typeof schemas.transactionBreakdownSchemas>()({
  ...shared,
  name: 'transaction-by-browser',
  path: '/v1/transaction/aggregate/browser',
  summary: 'Count and volume per browser',
})

export const transactionLifecycleEndpoint = defineEndpoint<typeof schemas.transactionLifecycleSchemas>()({
  ...shared,
  name: 'transaction-lifecycle',
  path: '/v1/transaction/aggregate/lifecycle',
  summary: 'Number of transactions that passed each status',
  description: `${counts} A transaction counts at each status that it has ever had; percentages are of all that began.`,
})

export const transactionTimeOfDayEndpoint = defineEndpoint<typeof schemas.transactionTimeOfDaySchemas>()({
  ...shared,
  name: 'transaction-time-of-day',
  path: '/v1/transaction/aggregate/time-of-day',
  summary: 'Count and volume per weekday and hour',
  description: `${counts} Weekdays and hours are those of the caller’s zone, Monday (1) first.`,
})
