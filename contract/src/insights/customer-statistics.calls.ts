import { z } from 'zod'
import { statisticsRoles } from '../roles.ts'
import { defineStatistics } from './statistics-call.ts'
import { rangeQuery, rankingQuery, seriesQuery } from './statistics-query.ts'
import { bestCustomersReply, countBreakdownReply, countSeriesReply, countTotalReply } from './statistics-reply.ts'

/** A customer counts when it was first known: at its own `created_at`. */
const base = '/v1/customer/aggregate'
const shared = {
  entity: 'customer',
  roles: statisticsRoles('CUSTOMER'),
  description: 'A customer counts when it was first known: at its own created_at.',
} as const

export const customerSeries = defineStatistics({
  ...shared,
  path: base,
  summary: 'New customers per period',
  query: seriesQuery,
  reply: countSeriesReply,
})

export const customerTotal = defineStatistics({
  ...shared,
  path: `${base}/total`,
  summary: 'Totals, averages per period, and growth',
  query: seriesQuery,
  reply: countTotalReply,
})

export const customerByStatus = defineStatistics({
  ...shared,
  path: `${base}/status`,
  summary: 'New customers per status',
  query: rangeQuery,
  reply: countBreakdownReply,
})

/** By the payments that they began in the range. */
export const bestCustomers = defineStatistics({
  ...shared,
  path: '/v1/customer/best',
  summary: 'The customers with the most payments, or the highest volume',
  description: 'By the payments that they began in the range, whatever became of them.',
  query: rankingQuery.extend({
    output: z.enum(['count', 'volume']).default('count').meta({ description: 'What they are ranked by' }),
  }),
  reply: bestCustomersReply,
})
