import { currenciesInUseEndpoint } from '@kontor/contract/platform/currency.endpoints'
import { currenciesInUseSchemas } from '@kontor/contract/platform/currency.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { currenciesInUse } from './currencies-in-use.ts'
import { organisationSource } from './organisation.rows.ts'
import { organisationTreeRoutes } from './organisation-tree-routes.ts'
import { paymentProfileRoutes } from './profiles/payment-profile-routes.ts'

export function organisationRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, organisationSource)
  paymentProfileRoutes(app, services)
  organisationTreeRoutes(app, services)
  route(app, services, currenciesInUseEndpoint, currenciesInUseSchemas, (trx, { actor }) => currenciesInUse(trx, actor))
}
