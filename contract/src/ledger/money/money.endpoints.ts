import { defineEndpoint } from '../../endpoint.ts'
import { transaction } from '../../payments/transaction.entity.ts'
import type * as schemas from './money.schemas.ts'

export const transactionMoneyEndpoint = defineEndpoint<typeof schemas.transactionMoneySchemas>()({
  name: 'get-transaction-money',
  method: 'GET',
  path: '/v1/transaction/:id/money',
  area: 'transaction',
  summary: 'Get what was booked of a payment, its refunds and chargebacks, and why each fee is what it is',
  description:
    'Costs, partners’ shares and the margin are told to the provider’s staff who may list cost schemes, and to nobody else.',
  access: transaction.roles.list,
  of: 'merchant',
  module: 'collecting',
})
