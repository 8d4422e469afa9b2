import { z } from 'zod'
import { moneyQuery, rangeQuery, rankingQuery, seriesQuery } from './statistics-query.ts'
import {
  bestCustomersReply,
  breakdownReply,
  countBreakdownReply,
  countSeriesReply,
  countTotalReply,
} from './statistics-reply.ts'

export const customerSeriesSchemas = { query: seriesQuery, reply: countSeriesReply }
export const customerTotalSchemas = { query: seriesQuery, reply: countTotalReply }
export const customerByStatusSchemas = { query: rangeQuery, reply: countBreakdownReply }
export const customerBySegmentSchemas = { query: moneyQuery, reply: breakdownReply }
export const bestCustomersSchemas = {
  query: rankingQuery.extend({
    output: z.enum(['count', 'volume']).default('count').meta({ description: 'The measure of the ranking' }),
  }),
  reply: bestCustomersReply,
}
