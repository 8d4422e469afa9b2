import { moneyQuery, moneySeriesQuery, scopeQuery } from './statistics-query.ts'
import {
  breakdownReply,
  lifecycleReply,
  locationReply,
  seriesReply,
  timeOfDayReply,
  todayReply,
  totalReply,
} from './statistics-reply.ts'

export const transactionSeriesSchemas = { query: moneySeriesQuery, reply: seriesReply }
export const transactionTotalSchemas = { query: moneySeriesQuery, reply: totalReply }
export const transactionTodaySchemas = { query: scopeQuery, reply: todayReply }
export const transactionLocationSchemas = { query: moneyQuery, reply: locationReply }
/** A breakdown by country, payment product, status, platform or browser. */
export const transactionBreakdownSchemas = { query: moneyQuery, reply: breakdownReply }
export const transactionLifecycleSchemas = { query: moneyQuery, reply: lifecycleReply }
export const transactionTimeOfDaySchemas = { query: moneyQuery, reply: timeOfDayReply }
