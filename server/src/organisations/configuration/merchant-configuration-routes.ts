import {
  merchantConfigurationEndpoint,
  setMerchantCapturingEndpoint,
  setMerchantLimitsEndpoint,
} from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import {
  merchantConfigurationSchemas,
  setMerchantCapturingSchemas,
  setMerchantLimitsSchemas,
} from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { readMerchantConfiguration } from './merchant-configuration.ts'
import { setMerchantCapturing } from './set-merchant-capturing.ts'
import { setMerchantLimits } from './set-merchant-limits.ts'

export function merchantConfigurationRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, merchantConfigurationEndpoint, merchantConfigurationSchemas, (trx, { id }) =>
    readMerchantConfiguration(trx, id),
  )
  route(app, services, setMerchantLimitsEndpoint, setMerchantLimitsSchemas, async (trx, { id, body }) => {
    await setMerchantLimits(trx, id, body)
    return { answer: await readMerchantConfiguration(trx, id) }
  })
  route(app, services, setMerchantCapturingEndpoint, setMerchantCapturingSchemas, async (trx, { id, body }) => {
    await setMerchantCapturing(trx, id, body)
    return { answer: await readMerchantConfiguration(trx, id) }
  })
}
