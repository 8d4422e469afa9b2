import { defineEndpoint } from '../endpoint.ts'
import { anyOf } from '../roles.ts'
import type * as schemas from './merchant.schemas.ts'

const roles = anyOf('PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_UPDATE')

/** The merchant's users can sign in again and its payments are accepted again. */
export const activateMerchantEndpoint = defineEndpoint<typeof schemas.activateMerchantSchemas>()({
  name: 'activate-merchant',
  method: 'POST',
  path: '/v1/psp/merchant/:id/activate',
  area: 'merchant',
  summary: 'Activate a merchant',
  access: roles,
  changes: ['merchant'],
})

/** The merchant's users are signed out and cannot sign in; its payments, captures and refunds are refused. */
export const deactivateMerchantEndpoint = defineEndpoint<typeof schemas.deactivateMerchantSchemas>()({
  name: 'deactivate-merchant',
  method: 'POST',
  path: '/v1/psp/merchant/:id/deactivate',
  area: 'merchant',
  summary: 'Deactivate a merchant',
  access: roles,
  changes: ['merchant'],
})

/** Applies to new payments; existing payments stay. */
export const updateMerchantEndpoint = defineEndpoint<typeof schemas.updateMerchantSchemas>()({
  name: 'update-merchant',
  method: 'POST',
  path: '/v1/psp/merchant/:id',
  area: 'merchant',
  summary: 'Set the largest payment of a merchant',
  access: roles,
  changes: ['merchant'],
})
