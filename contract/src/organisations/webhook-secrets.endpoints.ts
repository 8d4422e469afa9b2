import { defineEndpoint } from '../endpoint.ts'
import { anyOf, anyone } from '../roles.ts'
import type * as schemas from './webhook-secrets.schemas.ts'

const webhookSecretRoles = anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_ALL')

const ofAllShops = 'All shops share the secret: a caller who sees only a part of the merchant is refused.'

/** Creates a new secret. The previous one signs as well for a while, so that receivers can change over. */
export const rotateWebhookSecretEndpoint = defineEndpoint<typeof schemas.rotateWebhookSecretSchemas>()({
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/v1/apisetting/webhooksecret/rotate',
  area: 'webhook_secret',
  summary: 'Replace the secret that signs webhooks by a new one',
  description: ofAllShops,
  access: webhookSecretRoles,
  ofWholeMerchant: true,
  changes: ['webhook_secret'],
})

/** Shows the secrets to a person, and records who saw them. */
export const revealWebhookSecretEndpoint = defineEndpoint<typeof schemas.revealWebhookSecretSchemas>()({
  name: 'reveal-webhook-secret',
  method: 'POST',
  path: '/v1/apisetting/webhooksecret/reveal',
  area: 'webhook_secret',
  summary: 'Show the secrets that sign webhooks',
  description: ofAllShops,
  access: webhookSecretRoles,
  ofWholeMerchant: true,
  personOnly: true,
  isSecret: true,
  keepsNoAnswer: 'reads',
  changes: ['webhook_secret'],
})

export const listWebhookSecretsEndpoint = defineEndpoint<typeof schemas.listWebhookSecretsSchemas>()({
  name: 'list-webhook-secrets',
  method: 'GET',
  path: '/v1/apisetting/webhooksecret',
  area: 'webhook_secret',
  summary: 'List the secrets that sign webhooks, without their values',
  access: anyone,
})
