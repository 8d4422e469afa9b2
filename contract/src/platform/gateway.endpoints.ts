import { defineEndpoint } from '../endpoint.ts'
import { anyone } from '../roles.ts'
import type * as schemas from './gateway.schemas.ts'

/** What forms, lists and statistics need to know of the gateways. */
export const gatewaysEndpoint = defineEndpoint<typeof schemas.gatewaysSchemas>()({
  name: 'list-gateways',
  method: 'GET',
  path: '/v1/gateway',
  area: 'gateway',
  summary: 'List the payment gateways, with their credentials and what each can do',
  access: anyone,
  of: 'person',
})
