import { merchantSecurity } from '@kontor/contract/organisations/merchant-security.schemas'
import { setMerchantSecurityEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import { problemSchema } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { command } from '../platform/http/command.ts'
import { idOf, requireRole } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { readMerchantSecurity, setMerchantSecurity } from './merchant-security.ts'

export function merchantSecurityRoutes(app: FastifyInstance, services: Services): void {
  const schema = {
    tags: ['merchant'],
    summary: "The password policy and the required second factor of a merchant's users",
    response: { 200: merchantSecurity, '4xx': problemSchema },
  }
  app.get(merchantSecurityPath, { schema }, async (request) => {
    requireRole(await services.authenticate(request), readMerchantSecurityRoles)
    return readMerchantSecurity(services.databases.provider, idOf(request))
  })
  command(app, services, setMerchantSecurityEndpoint, async (trx, { id, body }) => ({
    answer: await setMerchantSecurity(trx, id, body),
  }))
}
