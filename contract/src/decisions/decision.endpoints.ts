import { defineEndpoint } from '../endpoint.ts'
import { transaction } from '../payments/transaction.entity.ts'
import type * as schemas from './decision.schemas.ts'

export const transactionDecisionEndpoint = defineEndpoint<typeof schemas.transactionDecisionSchemas>()({
  name: 'get-transaction-decision',
  method: 'GET',
  path: '/v1/transaction/:id/decision',
  area: 'transaction',
  summary: 'Say why a payment went to its processor: the way through the routing and the rulesets that it hit',
  access: transaction.roles.list,
})
