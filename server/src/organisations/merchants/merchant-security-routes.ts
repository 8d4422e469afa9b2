import {
  merchantSecurityEndpoint,
  previewMerchantNetworksEndpoint,
  setMerchantSecurityEndpoint,
} from '@kontor/contract/organisations/merchant-security.endpoints'
import {
  merchantSecuritySchemas,
  previewMerchantNetworksSchemas,
  setMerchantSecuritySchemas,
} from '@kontor/contract/organisations/merchant-security.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import type { Installed } from '../configuration/merchant-configuration.ts'
import { readMerchantSecurity } from './merchant-security.ts'
import { previewMerchantNetworks } from './preview-merchant-networks.ts'
import { setMerchantSecurity } from './set-merchant-security.ts'

export function merchantSecurityRoutes(app: FastifyInstance, services: Services & Installed): void {
  route(app, services, merchantSecurityEndpoint, merchantSecuritySchemas, (trx, { id }) =>
    readMerchantSecurity(trx, id, services),
  )
  route(app, services, setMerchantSecurityEndpoint, setMerchantSecuritySchemas, async (trx, { id, body }) => {
    await setMerchantSecurity(trx, id, body, services)
    return { answer: await readMerchantSecurity(trx, id, services) }
  })
  route(
    app,
    services,
    previewMerchantNetworksEndpoint,
    previewMerchantNetworksSchemas,
    async (trx, { id, body, request, now }) => ({
      answer: await previewMerchantNetworks(trx, id, { ...body, ip: request.ip }, now),
    }),
  )
}
