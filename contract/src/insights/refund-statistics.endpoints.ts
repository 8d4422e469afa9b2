import { defineEndpoint } from '../endpoint.ts'
import { statisticsRoles } from '../roles.ts'
import type * as schemas from './refund-statistics.schemas.ts'

const counts = 'Every refund that began in the range counts, whatever its outcome, as in the list.'
const shared = { method: 'GET', area: 'refund', access: statisticsRoles('REFUND'), description: counts } as const

export const refundSeriesEndpoint = defineEndpoint<typeof schemas.refundSeriesSchemas>()({
  ...shared,
  name: 'refund-series',
  path: '/v1/refund/aggregate',
  summary: 'Volume and count per period',
})

export const refundTotalEndpoint = defineEndpoint<typeof schemas.refundTotalSchemas>()({
  ...shared,
  name: 'refund-total',
  path: '/v1/refund/aggregate/total',
  summary: 'Totals, averages per period, and growth',
  description: `${counts} Growth compares with the same part of the range before and of the period before.`,
})

export const refundByStatusEndpoint = defineEndpoint<typeof schemas.refundBreakdownSchemas>()({
  ...shared,
  name: 'refund-by-status',
  path: '/v1/refund/aggregate/status',
  summary: 'Count and volume per status',
})

export const refundByProductEndpoint = defineEndpoint<typeof schemas.refundBreakdownSchemas>()({
  ...shared,
  name: 'refund-by-payment-product',
  path: '/v1/refund/aggregate/payment-product',
  summary: 'Count and volume per payment product of the payment',
})

export const refundByProductTypeEndpoint = defineEndpoint<typeof schemas.refundBreakdownSchemas>()({
  ...shared,
  name: 'refund-by-payment-product-type',
  path: '/v1/refund/aggregate/payment-product-type',
  summary: 'Count and volume per payment method type of the payment',
})

export const highestRefundsEndpoint = defineEndpoint<typeof schemas.highestRefundsSchemas>()({
  ...shared,
  name: 'highest-refunds',
  path: '/v1/refund/highest',
  summary: 'The refunds of the highest amounts',
  description:
    'Amounts are in the currency of each payment; in_base_currency ranks refunds of all currencies by their converted amounts.',
})
