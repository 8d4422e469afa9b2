import { moneyQuery, moneySeriesQuery, rankingQuery } from './statistics-query.ts'
import { breakdownReply, highestRefundsReply, seriesReply, totalReply } from './statistics-reply.ts'

export const refundSeriesSchemas = { query: moneySeriesQuery, reply: seriesReply }
export const refundTotalSchemas = { query: moneySeriesQuery, reply: totalReply }
/** A breakdown by status, payment product or payment product type. */
export const refundBreakdownSchemas = { query: moneyQuery, reply: breakdownReply }
export const highestRefundsSchemas = { query: rankingQuery, reply: highestRefundsReply }
