import { defineEndpoint } from '../endpoint.ts'
import { anyOf, either } from '../roles.ts'
import { merchant } from './merchant.entity.ts'
import type * as schemas from './merchant-security.schemas.ts'

const roles = anyOf('PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_UPDATE')

export const setMerchantSecurityEndpoint = defineEndpoint<typeof schemas.setMerchantSecuritySchemas>()({
  name: 'set-merchant-security',
  method: 'POST',
  path: '/v1/psp/merchant/:id/security',
  area: 'merchant',
  summary: "Set the password policy and the required second factor of a merchant's users",
  access: roles,
  changes: ['merchant'],
})

export const merchantSecurityEndpoint = defineEndpoint<typeof schemas.merchantSecuritySchemas>()({
  name: 'get-merchant-security',
  method: 'GET',
  path: '/v1/psp/merchant/:id/security',
  area: 'merchant',
  summary: "Get the password policy and the required second factor of a merchant's users",
  access: either(merchant.roles.list, roles),
})
