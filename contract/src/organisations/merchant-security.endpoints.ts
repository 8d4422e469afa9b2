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
  summary: "Set what a merchant's users need to sign in and to stay signed in",
  access: roles,
  changes: ['merchant'],
})

export const merchantSecurityEndpoint = defineEndpoint<typeof schemas.merchantSecuritySchemas>()({
  name: 'get-merchant-security',
  method: 'GET',
  path: '/v1/psp/merchant/:id/security',
  area: 'merchant',
  summary: "Get what a merchant's users need to sign in and to stay signed in",
  access: either(merchant.roles.list, roles),
})

export const previewMerchantNetworksEndpoint = defineEndpoint<typeof schemas.previewMerchantNetworksSchemas>()({
  name: 'preview-merchant-networks',
  method: 'POST',
  path: '/v1/psp/merchant/:id/security/networks',
  area: 'merchant',
  summary: "Get who of a merchant's users would be outside of networks",
  access: roles,
  keepsNoAnswer: 'reads',
})
