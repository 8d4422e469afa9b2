import { defineEndpoint } from '../endpoint.ts'
import { anyOf, anyone } from '../roles.ts'
import type * as schemas from './callback-addresses.schemas.ts'

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
