import { defineEndpoint } from '../../endpoint.ts'
import { configurationRoles } from './merchant-configuration.rules.ts'
import type * as schemas from './merchant-configuration.schemas.ts'

export const merchantConfigurationEndpoint = defineEndpoint<typeof schemas.merchantConfigurationSchemas>()({
  name: 'get-merchant-configuration',
  method: 'GET',
  path: '/v1/psp/merchant/:id/configuration',
  area: 'merchant',
  summary: 'Get what the provider allows a merchant',
  access: configurationRoles,
})

/** Limits apply to what begins from now on; payments and refunds that exist stay. */
export const setMerchantLimitsEndpoint = defineEndpoint<typeof schemas.setMerchantLimitsSchemas>()({
  name: 'set-merchant-limits',
  method: 'POST',
  path: '/v1/psp/merchant/:id/limits',
  area: 'merchant',
  summary: "Set the limits of a merchant's payments and refunds",
  access: configurationRoles,
  changes: ['merchant'],
})

/** Days count from the moment at which a payment was made, also for payments that wait already. */
export const setMerchantCapturingEndpoint = defineEndpoint<typeof schemas.setMerchantCapturingSchemas>()({
  name: 'set-merchant-capturing',
  method: 'POST',
  path: '/v1/psp/merchant/:id/capturing',
  area: 'merchant',
  summary: 'Set how the authorized payments of a merchant are captured',
  access: configurationRoles,
  changes: ['merchant'],
})
