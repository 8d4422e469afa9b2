import { defineEndpoint } from '../endpoint.ts'
import { anyOf } from '../roles.ts'
import { merchant } from './merchant.entity.ts'
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

/**
 * Adds a merchant with all that it needs to begin: the root of its tree, a first shop in its base currency, and a first
 * user, who is invited by mail. Where a sandbox processor runs beside Kontor, the shop takes payments through it.
 */
export const createMerchantEndpoint = defineEndpoint<typeof schemas.createMerchantSchemas>()({
  name: 'create-merchant',
  method: 'POST',
  path: '/v1/psp/merchant',
  area: 'merchant',
  summary: 'Add a merchant with a first shop, and invite its first user',
  access: merchant.roles.create,
  status: 201,
  refusals: ['user_email_taken', 'external_id_taken'],
  changes: ['merchant', 'organisation', 'payment_profile'],
})

export const updateMerchantEndpoint = defineEndpoint<typeof schemas.updateMerchantSchemas>()({
  name: 'update-merchant',
  method: 'POST',
  path: '/v1/psp/merchant/:id',
  area: 'merchant',
  summary: 'Change a merchant',
  access: roles,
  refusals: ['external_id_taken'],
  changes: ['merchant', 'organisation'],
})
