import {
  merchantConfigurationEndpoint,
  setMerchantCapturingEndpoint,
  setMerchantLimitsEndpoint,
  setMerchantMailSenderEndpoint,
  setMerchantModulesEndpoint,
  setMerchantRetentionEndpoint,
} from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import {
  merchantConfigurationSchemas,
  setMerchantCapturingSchemas,
  setMerchantLimitsSchemas,
  setMerchantMailSenderSchemas,
  setMerchantModulesSchemas,
  setMerchantRetentionSchemas,
} from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { type Installed, readMerchantConfiguration } from './merchant-configuration.ts'
import { setMerchantCapturing } from './set-merchant-capturing.ts'
import { setMerchantLimits } from './set-merchant-limits.ts'
import { setMerchantMailSender } from './set-merchant-mail-sender.ts'
import { setMerchantModules } from './set-merchant-modules.ts'
import { setMerchantRetention } from './set-merchant-retention.ts'

export function merchantConfigurationRoutes(app: FastifyInstance, services: Services & Installed): void {
  route(app, services, merchantConfigurationEndpoint, merchantConfigurationSchemas, (trx, { id }) =>
    readMerchantConfiguration(trx, id, services),
  )
  route(app, services, setMerchantLimitsEndpoint, setMerchantLimitsSchemas, async (trx, { id, body }) => {
    await setMerchantLimits(trx, id, body)
    return { answer: await readMerchantConfiguration(trx, id, services) }
  })
  route(app, services, setMerchantCapturingEndpoint, setMerchantCapturingSchemas, async (trx, { id, body }) => {
    await setMerchantCapturing(trx, id, body)
    return { answer: await readMerchantConfiguration(trx, id, services) }
  })
  route(app, services, setMerchantModulesEndpoint, setMerchantModulesSchemas, async (trx, { id, body }) => {
    await setMerchantModules(trx, id, body)
    return { answer: await readMerchantConfiguration(trx, id, services) }
  })
  route(app, services, setMerchantMailSenderEndpoint, setMerchantMailSenderSchemas, async (trx, { id, body }) => {
    await setMerchantMailSender(trx, id, body)
    return { answer: await readMerchantConfiguration(trx, id, services) }
  })
  route(app, services, setMerchantRetentionEndpoint, setMerchantRetentionSchemas, async (trx, { id, body }) => {
    await setMerchantRetention(trx, id, body, services)
    return { answer: await readMerchantConfiguration(trx, id, services) }
  })
}
