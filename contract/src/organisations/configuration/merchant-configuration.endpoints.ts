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

/** A part that is switched off has no addresses and no screens at the merchant; what runs of it goes on. */
export const setMerchantModulesEndpoint = defineEndpoint<typeof schemas.setMerchantModulesSchemas>()({
  name: 'set-merchant-modules',
  method: 'POST',
  path: '/v1/psp/merchant/:id/modules',
  area: 'merchant',
  summary: 'Set the parts of the product that a merchant has',
  access: configurationRoles,
  changes: ['merchant'],
})

/** Applies to each mail that leaves from now on, also to those that wait. */
export const setMerchantMailSenderEndpoint = defineEndpoint<typeof schemas.setMerchantMailSenderSchemas>()({
  name: 'set-merchant-mail-sender',
  method: 'POST',
  path: '/v1/psp/merchant/:id/mail-sender',
  area: 'merchant',
  summary: 'Set in whose name the payers of a merchant get mails',
  access: configurationRoles,
  changes: ['merchant'],
})

/** Housekeeping removes older data within an hour, and nothing brings it back. */
export const setMerchantRetentionEndpoint = defineEndpoint<typeof schemas.setMerchantRetentionSchemas>()({
  name: 'set-merchant-retention',
  method: 'POST',
  path: '/v1/psp/merchant/:id/retention',
  area: 'merchant',
  summary: 'Set how long data of a merchant is kept, where that is shorter than in the installation',
  access: configurationRoles,
  changes: ['merchant'],
})
