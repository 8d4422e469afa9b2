import { defineEndpoint } from '../endpoint.ts'
import { anyOf, statisticsRoles } from '../roles.ts'
import { customer } from './customer.entity.ts'
import type * as schemas from './customer-reads.schemas.ts'

export const customerSummaryEndpoint = defineEndpoint<typeof schemas.customerSummarySchemas>()({
  name: 'get-customer-summary',
  method: 'GET',
  path: '/v1/customer/:id/summary',
  area: 'customer',
  summary: 'Get what a customer bought, by currency, and the stored cards',
  access: customer.roles.list,
})

export const customerEventsEndpoint = defineEndpoint<typeof schemas.customerEventsSchemas>()({
  name: 'list-customer-events',
  method: 'GET',
  path: '/v1/customer/:id/events',
  area: 'customer',
  summary: 'List what people did with a customer, newest first',
  access: customer.roles.list,
})

/** The answer is stored nowhere; the fact that somebody read it is recorded. */
export const revealCustomerEndpoint = defineEndpoint<typeof schemas.revealCustomerSchemas>()({
  name: 'reveal-customer',
  method: 'POST',
  path: '/v1/customer/:id/reveal',
  area: 'customer',
  summary: 'Read the masked values of a customer; the reading is recorded',
  access: anyOf('USER_ALL', 'PSP_ALL', 'CUSTOMER_ALL'),
  isSecret: true,
  keepsNoAnswer: 'reads',
})

export const customerSegmentsEndpoint = defineEndpoint<typeof schemas.customerSegmentsSchemas>()({
  name: 'count-customer-segments',
  method: 'GET',
  path: '/v1/customer/segments',
  area: 'customer',
  summary: 'Count the customers in each segment',
  access: statisticsRoles('CUSTOMER'),
})
