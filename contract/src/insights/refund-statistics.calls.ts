import { statisticsRoles } from '../roles.ts'
import { defineStatistics } from './statistics-call.ts'
import { moneyQuery, moneySeriesQuery, rankingQuery } from './statistics-query.ts'
import { breakdownReply, highestRefundsReply, seriesReply, totalReply } from './statistics-reply.ts'

const base = '/v1/refund/aggregate'
const counts = 'Every refund that was asked for in the range counts, whatever became of it, as in the list.'
const shared = { entity: 'refund', roles: statisticsRoles('REFUND'), description: counts } as const

export const refundSeries = defineStatistics({
  ...shared,
  path: base,
  summary: 'Volume and count per period',
  query: moneySeriesQuery,
  reply: seriesReply,
})

export const refundTotal = defineStatistics({
  ...shared,
  path: `${base}/total`,
  summary: 'Totals, averages per period, and growth',
  description: `${counts} Growth is against the same stretch of the range, and of the period, before.`,
  query: moneySeriesQuery,
  reply: totalReply,
})

const breakdown = (name: string, summary: string) =>
  defineStatistics({ ...shared, path: `${base}/${name}`, summary, query: moneyQuery, reply: breakdownReply })

export const refundByStatus = breakdown('status', 'Count and volume per status')
export const refundByProduct = breakdown('payment-product', 'Count and volume per payment product of the payment')
export const refundByProductType = breakdown(
  'payment-product-type',
  'Count and volume per payment method type of the payment',
)

export const highestRefunds = defineStatistics({
  ...shared,
  path: '/v1/refund/highest',
  summary: 'The refunds of the highest amounts',
  description:
    'Amounts are in the currency of each payment; in_base_currency ranks those of all currencies by what they are converted.',
  query: rankingQuery,
  reply: highestRefundsReply,
})
