import { updatePaymentProfileEndpoint } from '@kontor/contract/organisations/callback-addresses.endpoints'
import { updatePaymentProfileSchemas } from '@kontor/contract/organisations/callback-addresses.schemas'
import { currenciesInUseEndpoint } from '@kontor/contract/platform/currency.endpoints'
import { currenciesInUseSchemas } from '@kontor/contract/platform/currency.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { currenciesInUse } from './currencies-in-use.ts'
import { organisationSource } from './organisation.rows.ts'
import { organisationTreeRoutes } from './organisation-tree-routes.ts'
import { paymentProfileSource } from './payment-profile.rows.ts'
import { updatePaymentProfile } from './update-payment-profile.ts'

export function organisationRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, organisationSource)
  entityRoutes(app, services, paymentProfileSource)
  organisationTreeRoutes(app, services)
  route(app, services, currenciesInUseEndpoint, currenciesInUseSchemas, (trx, { actor }) => currenciesInUse(trx, actor))

  route(app, services, updatePaymentProfileEndpoint, updatePaymentProfileSchemas, async (trx, { actor, id, body }) => {
    await updatePaymentProfile(trx, actor, id, body)
    return { answer: await requireRow(paymentProfileSource, trx, actor, id) }
  })
}
