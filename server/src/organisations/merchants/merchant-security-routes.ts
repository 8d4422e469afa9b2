import {
  merchantSecurityEndpoint,
  setMerchantSecurityEndpoint,
} from '@kontor/contract/organisations/merchant-security.endpoints'
import {
  merchantSecuritySchemas,
  setMerchantSecuritySchemas,
} from '@kontor/contract/organisations/merchant-security.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { readMerchantSecurity } from './merchant-security.ts'
import { setMerchantSecurity } from './set-merchant-security.ts'

export function merchantSecurityRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, merchantSecurityEndpoint, merchantSecuritySchemas, (trx, { id }) =>
    readMerchantSecurity(trx, id),
  )
  route(app, services, setMerchantSecurityEndpoint, setMerchantSecuritySchemas, async (trx, { id, body }) => ({
    answer: await setMerchantSecurity(trx, id, body),
  }))
}
