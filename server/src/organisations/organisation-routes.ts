import { updatePaymentProfileEndpoint } from '@kontor/contract/organisations/callback-addresses.endpoints'
import { updatePaymentProfileSchemas } from '@kontor/contract/organisations/callback-addresses.schemas'
import {
  activateMerchantEndpoint,
  deactivateMerchantEndpoint,
  updateMerchantEndpoint,
} from '@kontor/contract/organisations/merchant.endpoints'
import {
  activateMerchantSchemas,
  deactivateMerchantSchemas,
  merchantReply,
  updateMerchantSchemas,
} from '@kontor/contract/organisations/merchant.schemas'
import { currenciesInUseEndpoint } from '@kontor/contract/platform/currency.endpoints'
import { currenciesInUseSchemas } from '@kontor/contract/platform/currency.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { activateMerchant } from './activate-merchant.ts'
import { currenciesInUse } from './currencies-in-use.ts'
import { deactivateMerchant } from './deactivate-merchant.ts'
import { merchantSource } from './merchant.rows.ts'
import { merchantSecurityRoutes } from './merchant-security-routes.ts'
import { organisationSource } from './organisation.rows.ts'
import { paymentProfileSource } from './payment-profile.rows.ts'
import { updateMerchant } from './update-merchant.ts'
import { updatePaymentProfile } from './update-payment-profile.ts'

export function organisationRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, organisationSource)
  entityRoutes(app, services, paymentProfileSource)
  entityRoutes(app, services, merchantSource, merchantReply)
  merchantSecurityRoutes(app, services)
  route(app, services, currenciesInUseEndpoint, currenciesInUseSchemas, (trx, { actor }) => currenciesInUse(trx, actor))

  route(app, services, updatePaymentProfileEndpoint, updatePaymentProfileSchemas, async (trx, { actor, id, body }) => {
    await updatePaymentProfile(trx, actor, id, body)
    return { answer: await requireRow(paymentProfileSource, trx, actor, id) }
  })
  route(app, services, updateMerchantEndpoint, updateMerchantSchemas, async (trx, { actor, id, body }) => {
    await updateMerchant(trx, id, body)
    return { answer: await requireRow(merchantSource, trx, actor, id) }
  })
  route(app, services, activateMerchantEndpoint, activateMerchantSchemas, async (trx, { actor, id }) => {
    await activateMerchant(trx, id)
    return { answer: await requireRow(merchantSource, trx, actor, id) }
  })
  route(app, services, deactivateMerchantEndpoint, deactivateMerchantSchemas, async (trx, { actor, id, now }) => {
    await deactivateMerchant(trx, id, now)
    return { answer: await requireRow(merchantSource, trx, actor, id) }
  })
}
