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
  summary: 'Change the webhook addresses of a payment profile, and its largest payment',
  access: paymentProfile.roles.update,
  changes: ['payment_profile', 'webhook_address'],
})

/** Webhooks that waited while the address was off are sent then. */
export const switchOnWebhookAddressEndpoint = defineEndpoint<typeof schemas.switchOnWebhookAddressSchemas>()({
  name: 'switch-on-webhook-address',
  method: 'POST',
  path: '/v1/apisetting/webhookaddress/switch-on',
  area: 'webhook_address',
  summary: 'Switch on a webhook address that was switched off because it failed',
  access: anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_ALL', 'WEBHOOK_UPDATE'),
  changes: ['webhook_address', 'webhook'],
})

export const callbackAddressesEndpoint = defineEndpoint<typeof schemas.callbackAddressesSchemas>()({
  name: 'get-callback-addresses',
  method: 'GET',
  path: '/v1/apisetting/callback',
  area: 'webhook_address',
  summary: 'Get the webhook addresses of a merchant',
  access: anyone,
})
