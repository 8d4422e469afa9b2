import {
  apiSettingsEndpoint,
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  revokeApiKeyEndpoint,
  rotateApiKeyEndpoint,
} from '@kontor/contract/organisations/api-keys.endpoints'
import {
  apiSettingsSchemas,
  createApiKeySchemas,
  listApiKeysSchemas,
  revokeApiKeySchemas,
  rotateApiKeySchemas,
} from '@kontor/contract/organisations/api-keys.schemas'
import {
  callbackAddressesEndpoint,
  switchOnAddressEndpoint,
} from '@kontor/contract/organisations/callback-addresses.endpoints'
import {
  callbackAddressesSchemas,
  switchOnAddressSchemas,
} from '@kontor/contract/organisations/callback-addresses.schemas'
import {
  listWebhookSecretsEndpoint,
  revealWebhookSecretEndpoint,
  rotateWebhookSecretEndpoint,
} from '@kontor/contract/organisations/webhook-secrets.endpoints'
import {
  listWebhookSecretsSchemas,
  revealWebhookSecretSchemas,
  rotateWebhookSecretSchemas,
} from '@kontor/contract/organisations/webhook-secrets.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { publicKey } from '../platform/webhooks/secrets.ts'
import { createKey, listApiKeys, revokeKey, rotateKey } from './api-keys.ts'
import { callbackProfiles, failingAddresses, switchOnAddress } from './callback-addresses.ts'
import { listWebhookSecrets, revealWebhookSecrets, rotateWebhookSecret } from './webhook-secrets.ts'

/** API keys and secrets use the wall clock, as sessions do. */
interface ApiKeyServices extends Services {
  publicUrl: string
  masterKey: string
}

/**
 * Registers a merchant's API keys and the facts that its programs need. Every signed-in user may read them. Some
 * answers hold a secret that is shown once, so no answer is kept under an idempotency key.
 */
export function apiKeyRoutes(app: FastifyInstance, services: ApiKeyServices): void {
  settingsRoutes(app, services)
  secretRoutes(app, services)
  addressRoutes(app, services)
  keyRoutes(app, services)
}

// Only kontor_provider may read and write keys and secrets, so each statement is limited to what the actor may see.
const as = () => 'provider' as const

function settingsRoutes(app: FastifyInstance, services: ApiKeyServices): void {
  const { publicUrl, masterKey } = services
  const at = (path: string) => new URL(path, publicUrl).href
  route(
    app,
    services,
    apiSettingsEndpoint,
    apiSettingsSchemas,
    async (trx, { actor }) => {
      const merchant = merchantOf(actor)
      const { name } = await trx
        .selectFrom('merchant')
        .select('name')
        .where('id', '=', merchant)
        .executeTakeFirstOrThrow()
      return {
        base_url: at('/v1'),
        documentation_url: at('/docs'),
        openapi_url: at('/v1/openapi.json'),
        version: 'v1',
        processor_notification_url: at(`/v1/processornotification/${merchant}`),
        merchant: { id: merchant, name },
        webhook_public_key: publicKey(masterKey, merchant),
      }
    },
    { as },
  )
}

function secretRoutes(app: FastifyInstance, services: ApiKeyServices): void {
  const { masterKey } = services
  const list = (trx: Trx, { actor, now }: { actor: Actor; now: Date }) =>
    listWebhookSecrets(trx, merchantOf(actor), now)
  route(app, services, listWebhookSecretsEndpoint, listWebhookSecretsSchemas, list, { as })
  route(app, services, rotateWebhookSecretEndpoint, rotateWebhookSecretSchemas, async (trx, { actor, body, now }) => ({
    answer: await rotateWebhookSecret(trx, actor, merchantOf(actor), body.overlap_hours, now),
  }))
  route(
    app,
    services,
    revealWebhookSecretEndpoint,
    revealWebhookSecretSchemas,
    async (trx, { actor, now }) => ({
      answer: await revealWebhookSecrets(trx, actor, masterKey, merchantOf(actor), now),
    }),
    { as },
  )
}

function addressRoutes(app: FastifyInstance, services: ApiKeyServices): void {
  route(app, services, callbackAddressesEndpoint, callbackAddressesSchemas, async (trx, { actor }) => {
    const merchant = merchantOf(actor)
    return {
      payment_profiles: await callbackProfiles(trx, actor),
      failing: await failingAddresses(trx, actor, merchant),
    }
  })
  route(app, services, switchOnAddressEndpoint, switchOnAddressSchemas, async (trx, { actor, body }) => ({
    answer: await switchOnAddress(trx, actor, merchantOf(actor), body.url),
  }))
}

function keyRoutes(app: FastifyInstance, services: ApiKeyServices): void {
  const list = async (trx: Trx, { actor, now }: { actor: Actor; now: Date }) => {
    merchantOf(actor)
    return listApiKeys(trx, actor, now)
  }
  route(app, services, listApiKeysEndpoint, listApiKeysSchemas, list, { as })
  route(
    app,
    services,
    createApiKeyEndpoint,
    createApiKeySchemas,
    async (trx, { actor, body, now }) => ({ answer: await createKey(trx, actor, body, now) }),
    { as },
  )
  route(
    app,
    services,
    rotateApiKeyEndpoint,
    rotateApiKeySchemas,
    async (trx, { actor, id, body, now }) => ({ answer: await rotateKey(trx, actor, id, body.overlap_hours, now) }),
    { as },
  )
  route(
    app,
    services,
    revokeApiKeyEndpoint,
    revokeApiKeySchemas,
    async (trx, { actor, id, now }) => ({ answer: await revokeKey(trx, actor, id, now) }),
    { as },
  )
}

/** The merchant of the settings. Staff of the provider see them in that merchant's view. */
function merchantOf(actor: Actor): string {
  if (actor.scope.merchant === null) throw new Refusal('invalid_request', { 'query.merchant': 'required' })
  return actor.scope.merchant
}
