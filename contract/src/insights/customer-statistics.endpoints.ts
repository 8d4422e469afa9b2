import { defineEndpoint } from '../endpoint.ts'
import { statisticsRoles } from '../roles.ts'
import type * as schemas from './customer-statistics.schemas.ts'

const shared = {
  method: 'GET',
  area: 'customer',
  access: statisticsRoles('CUSTOMER'),
  description: 'A customer counts at its own created_at.',
} as const

export const customerSeriesEndpoint = defineEndpoint<typeof schemas.customerSeriesSchemas>()({
  ...shared,
  name: 'customer-series',
  path: '/v1/customer/aggregate',
  summary: 'New customers per period',
})

export const customerTotalEndpoint = defineEndpoint<typeof schemas.customerTotalSchemas>()({
  ...shared,
  name: 'customer-total',
  path: '/v1/customer/aggregate/total',
  summary: 'Totals, averages per period, and growth',
})

export const customerByStatusEndpoint = defineEndpoint<typeof schemas.customerByStatusSchemas>()({
  ...shared,
  name: 'customer-by-status',
  path: '/v1/customer/aggregate/status',
  summary: 'New customers per status',
})

/** Ranks customers by the payments that they began in the range. */
export const bestCustomersEndpoint = defineEndpoint<typeof schemas.bestCustomersSchemas>()({
  ...shared,
  name: 'best-customers',
  path: '/v1/customer/best',
  summary: 'The customers with the most payments, or the highest volume',
  description: 'Ranked by the payments that began in the range, whatever their outcome.',
})
