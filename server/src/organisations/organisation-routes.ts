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
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { merchantSource } from './merchant.rows.ts'
import { merchantSecurityRoutes } from './merchant-security-routes.ts'
import { organisationSource } from './organisation.rows.ts'
import { paymentProfileSource } from './payment-profile.rows.ts'
import { setMerchantActive } from './set-merchant-active.ts'
import { updateMerchant } from './update-merchant.ts'
import { updatePaymentProfile } from './update-payment-profile.ts'

export function organisationRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, organisationSource)
  entityRoutes(app, services, paymentProfileSource)
  entityRoutes(app, services, merchantSource, merchantReply)
  merchantSecurityRoutes(app, services)

  route(app, services, updatePaymentProfileEndpoint, updatePaymentProfileSchemas, async (trx, { actor, id, body }) => {
    await updatePaymentProfile(trx, actor, id, body)
    return { answer: await requireRow(paymentProfileSource, trx, actor, id) }
  })
  route(app, services, updateMerchantEndpoint, updateMerchantSchemas, async (trx, { actor, id, body }) => {
    await updateMerchant(trx, id, body)
    return { answer: await requireRow(merchantSource, trx, actor, id) }
  })
  const switching =
    (active: boolean) =>
    async (trx: Trx, { actor, id, now }: { actor: Actor; id: string; now: Date }) => {
      await setMerchantActive(trx, id, active, now)
      return { answer: await requireRow(merchantSource, trx, actor, id) }
    }
  route(app, services, activateMerchantEndpoint, activateMerchantSchemas, switching(true))
  route(app, services, deactivateMerchantEndpoint, deactivateMerchantSchemas, switching(false))
}
