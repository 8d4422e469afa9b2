import { transactionMoneyEndpoint } from '@kontor/contract/ledger/money/money.endpoints'
import { transactionMoneySchemas } from '@kontor/contract/ledger/money/money.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { transactionMoney } from './transaction-money.ts'

export function moneyRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    services,
    transactionMoneyEndpoint,
    transactionMoneySchemas,
    (trx, { actor, id }) => transactionMoney(trx, actor, id),
    // A merchant's role does not read costs, which the provider's staff see in a merchant's view as well.
    { as: (actor) => (actor.psp ? 'provider' : undefined) },
  )
}
