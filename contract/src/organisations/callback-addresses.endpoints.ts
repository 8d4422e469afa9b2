import { defineEndpoint } from '../endpoint.ts'
import { anyOf, anyone } from '../roles.ts'
import type * as schemas from './callback-addresses.schemas.ts'
import { paymentProfile } from './payment-profile.entity.ts'

/** Changes the given fields; null clears one. */
export const updatePaymentProfileEndpoint = defineEndpoint<typeof schemas.updatePaymentProfileSchemas>()({
  name: 'update-payment-profile',
  method: 'POST',
  path: '/v1/paymentprofile/:id',
  area: 'payment_profile',
  summary: 'Change where a payment profile is told of its payments, and how much one of them may be',
  access: paymentProfile.roles.update,
  changes: ['payment_profile', 'webhook_address'],
})

/** Webhooks that waited while the address was off are sent then. */
export const switchOnAddressEndpoint = defineEndpoint<typeof schemas.switchOnAddressSchemas>()({
  name: 'switch-on-webhook-address',
  method: 'POST',
  path: '/v1/apisetting/webhookaddress/switch-on',
  area: 'webhook_address',
  summary: 'Send webhooks to an address again that was switched off because it failed',
  access: anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_ALL', 'WEBHOOK_UPDATE'),
  changes: ['webhook_address', 'webhook'],
})

export const callbackAddressesEndpoint = defineEndpoint<typeof schemas.callbackAddressesSchemas>()({
  name: 'get-callback-addresses',
  method: 'GET',
  path: '/v1/apisetting/callback',
  area: 'webhook_address',
  summary: 'Where a merchant’s systems are told of its payments',
  access: anyone,
})
