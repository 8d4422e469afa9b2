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

export const customerBySegmentEndpoint = defineEndpoint<typeof schemas.customerBySegmentSchemas>()({
  ...shared,
  name: 'customer-by-segment',
  path: '/v1/customer/aggregate/segment',
  summary: 'Customers per segment, and what they bought',
  description:
    'A customer counts at its own created_at. The volume is what the customers of a segment bought, less what was paid back, in the currency in which each of them bought most often. A caller who sees a part of the merchant sees what was bought there. Customers who never bought are in no segment.',
})

/** Ranks customers by the payments that they began in the range. */
export const bestCustomersEndpoint = defineEndpoint<typeof schemas.bestCustomersSchemas>()({
  ...shared,
  name: 'best-customers',
  path: '/v1/customer/best',
  summary: 'The customers with the most payments, or the highest volume',
  description: 'Ranked by the payments that began in the range, whatever their outcome.',
})
