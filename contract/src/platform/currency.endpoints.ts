import { defineEndpoint } from '../endpoint.ts'
import { anyone } from '../roles.ts'
import type * as schemas from './currency.schemas.ts'

export const currenciesInUseEndpoint = defineEndpoint<typeof schemas.currenciesInUseSchemas>()({
  name: 'list-currencies-in-use',
  method: 'GET',
  path: '/v1/currency',
  area: 'payment_profile',
  summary: 'List the currencies of the payment profiles',
  description: 'The most used first. Every amount is in the currency of a payment profile.',
  access: anyone,
})
