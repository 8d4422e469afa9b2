import {
  apiSettingsEndpoint,
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  revokeApiKeyEndpoint,
  rotateApiKeyEndpoint,
  updateApiKeyEndpoint,
} from '@kontor/contract/organisations/api-keys.endpoints'
import {
  apiSettingsSchemas,
  createApiKeySchemas,
  listApiKeysSchemas,
  revokeApiKeySchemas,
  rotateApiKeySchemas,
  updateApiKeySchemas,
} from '@kontor/contract/organisations/api-keys.schemas'
import {
  callbackAddressesEndpoint,
  switchOnWebhookAddressEndpoint,
} from '@kontor/contract/organisations/callback-addresses.endpoints'
import {
  callbackAddressesSchemas,
  switchOnWebhookAddressSchemas,
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
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { publicKey } from '../../platform/webhooks/secrets.ts'
import { callbackProfiles, failingAddresses } from '../callback-addresses.ts'
import { merchantInView } from '../merchants/merchant-in-view.ts'
import { revealWebhookSecret } from '../reveal-webhook-secret.ts'
import { rotateWebhookSecret } from '../rotate-webhook-secret.ts'
import { switchOnWebhookAddress } from '../switch-on-webhook-address.ts'
import { listWebhookSecrets } from '../webhook-secrets.ts'
import { apiKeySource } from './api-key.rows.ts'
import { listApiKeys } from './api-keys.ts'
import { createApiKey } from './create-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { updateApiKey } from './update-api-key.ts'

/** API keys and secrets use the wall clock, as sessions do. */
interface ApiKeyServices extends Services {
  publicUrl: string
}

/**
 * Registers API keys and the facts that a merchant's programs need. Every signed-in user may read those of the merchant.
 * An answer with a secret is kept for repetitions of its request alone, and sealed.
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
      const merchant = merchantInView(actor)
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
    listWebhookSecrets(trx, actor, merchantInView(actor), now)
  route(app, services, listWebhookSecretsEndpoint, listWebhookSecretsSchemas, list, { as })
  route(app, services, rotateWebhookSecretEndpoint, rotateWebhookSecretSchemas, async (trx, { actor, body, now }) => ({
    answer: await rotateWebhookSecret(trx, actor, body, now),
  }))
  route(
    app,
    services,
    revealWebhookSecretEndpoint,
    revealWebhookSecretSchemas,
    async (trx, { actor, now }) => ({
      answer: await revealWebhookSecret(trx, actor, now, masterKey),
    }),
    { as },
  )
}

function addressRoutes(app: FastifyInstance, services: ApiKeyServices): void {
  route(app, services, callbackAddressesEndpoint, callbackAddressesSchemas, async (trx, { actor }) => {
    const merchant = merchantInView(actor)
    return {
      payment_profiles: await callbackProfiles(trx, actor),
      failing: await failingAddresses(trx, actor, merchant),
    }
  })
  route(app, services, switchOnWebhookAddressEndpoint, switchOnWebhookAddressSchemas, async (trx, { actor, body }) => ({
    answer: await switchOnWebhookAddress(trx, actor, body),
  }))
}

function keyRoutes(app: FastifyInstance, services: ApiKeyServices): void {
  entityRoutes(app, services, apiKeySource)
  const rowOf = (trx: Trx, actor: Actor, id: string) => requireRow(apiKeySource, trx, actor, id)
  const withSecret = async (trx: Trx, actor: Actor, { id, secret }: { id: string; secret: string }) => ({
    answer: { ...(await rowOf(trx, actor, id)), secret },
  })
  const list = async (trx: Trx, { actor }: { actor: Actor }) => {
    merchantInView(actor)
    return listApiKeys(trx, actor)
  }
  route(app, services, listApiKeysEndpoint, listApiKeysSchemas, list, { as })
  route(
    app,
    services,
    createApiKeyEndpoint,
    createApiKeySchemas,
    async (trx, { actor, body, now }) => withSecret(trx, actor, await createApiKey(trx, actor, body, now)),
    { as },
  )
  route(
    app,
    services,
    updateApiKeyEndpoint,
    updateApiKeySchemas,
    async (trx, { actor, id, body, now }) => {
      await updateApiKey(trx, actor, id, body, now)
      return { answer: await rowOf(trx, actor, id) }
    },
    { as },
  )
  route(
    app,
    services,
    rotateApiKeyEndpoint,
    rotateApiKeySchemas,
    async (trx, { actor, id, body, now }) => withSecret(trx, actor, await rotateApiKey(trx, actor, id, body, now)),
    { as },
  )
  route(
    app,
    services,
    revokeApiKeyEndpoint,
    revokeApiKeySchemas,
    async (trx, { actor, id, now }) => {
      await revokeApiKey(trx, actor, id, now)
      return { answer: await rowOf(trx, actor, id) }
    },
    { as },
  )
}
