import { defineEndpoint } from '../endpoint.ts'
import { webhook } from './webhook.entity.ts'
import type * as schemas from './webhook.schemas.ts'

/** Sends a webhook by hand: signed as any other, sent once, and marked as a test. */
export const createWebhookEndpoint = defineEndpoint<typeof schemas.createWebhookSchemas>()({
  name: 'create-webhook',
  method: 'POST',
  path: '/v1/webhook',
  area: 'webhook',
  summary: 'Send a webhook by hand, to try an address',
  access: webhook.roles.create,
  status: 201,
  refusals: ['too_many_attempts'],
  changes: ['webhook'],
})

/** Sends the same webhook again, with the id and the content that it had. */
export const sendWebhookAgainEndpoint = defineEndpoint<typeof schemas.sendWebhookAgainSchemas>()({
  name: 'send-webhook-again',
  method: 'POST',
  path: '/v1/webhook/:id/send-again',
  area: 'webhook',
  summary: 'Send a webhook once more',
  access: webhook.roles.update,
  refusals: ['webhook_waiting'],
  changes: ['webhook'],
})

export const webhookDeliveryEndpoint = defineEndpoint<typeof schemas.webhookDeliverySchemas>()({
  name: 'get-webhook-delivery',
  method: 'GET',
  path: '/v1/webhook/:id/delivery',
  area: 'webhook',
  summary: 'Get the content of a webhook, and the result of each attempt to deliver it',
  access: webhook.roles.list,
})
