import { transactionDecisionEndpoint } from '@kontor/contract/decisions/decision.endpoints'
import { transactionDecisionSchemas } from '@kontor/contract/decisions/decision.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { transactionDecision } from './transaction-decision.ts'

export function decisionRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, transactionDecisionEndpoint, transactionDecisionSchemas, (trx, { actor, id }) =>
    transactionDecision(trx, actor, id),
  )
}
