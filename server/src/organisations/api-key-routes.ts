import { detailsOf } from '@kontor/contract/list-query'
import { createApiKeyEndpoint, revokeApiKeyEndpoint, rotateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { switchOnAddressEndpoint } from '@kontor/contract/organisations/callback-addresses.endpoints'
import { revealWebhookSecretEndpoint, rotateWebhookSecretEndpoint } from '@kontor/contract/organisations/webhook-secrets.endpoints'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../platform/db/actor.ts'
import { inTransaction, type Trx } from '../platform/db/database.ts'
import { command } from '../platform/http/command.ts'
import { idOf, requireRole } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { publicKey } from '../platform/webhooks/secrets.ts'
import { createKey, listApiKeys, revokeKey, rotateKey } from './api-keys.ts'
import { callbackProfiles, failingAddresses, switchOnAddress } from './callback-addresses.ts'
import { listWebhookSecrets, revealWebhookSecrets, rotateWebhookSecret } from './webhook-secrets.ts'

/** Keys and secrets keep to the clock on the wall, as sessions do. */
interface ApiKeyServices extends Services {
  publicUrl: string
  masterKey: string
}

/**
 * A merchant's API keys, and what its programs need to know. Everybody who is signed in may look. Answers hold secrets
 * that are told once: none is kept under an idempotency key.
 */
export function apiKeyRoutes(app: FastifyInstance, services: ApiKeyServices): void {
  const { databases, authenticate, clock, publicUrl, masterKey } = services
  const described = (summary: string, reply: z.ZodType) => ({
    schema: { tags: ['api_key'], summary, response: { 200: reply, '4xx': problemSchema } },
  })
  app.get('/v1/apisetting', described('Where a program finds the API', apiSettings), async (request) => {
    const merchant = merchantOf(await authenticate(request))
    const { name } = await databases.provider
      .selectFrom('merchant')
      .select('name')
      .where('id', '=', merchant)
      .executeTakeFirstOrThrow()
    const at = (path: string) => new URL(path, publicUrl).href
    return {
      base_url: at('/v1'),
      documentation_url: at('/docs'),
      openapi_url: at('/v1/openapi.json'),
      version: 'v1',
      processor_notification_url: at(`/v1/processornotification/${merchant}`),
      merchant: { id: merchant, name },
      webhook_public_key: publicKey(masterKey, merchant),
    }
  })
  app.get('/v1/apikey', described('List API keys', z.array(apiKey)), async (request) => {
    const actor = await authenticate(request)
    merchantOf(actor)
    return listApiKeys(databases.provider, actor, clock.now())
  })

  app.get(
    '/v1/apisetting/webhooksecret',
    described('With what webhooks are signed', z.array(webhookSecret)),
    async (request) => listWebhookSecrets(databases.provider, merchantOf(await authenticate(request)), clock.now()),
  )
  command(app, services, rotateWebhookSecretEndpoint, async (trx, { actor, body, now }) => ({
    answer: await rotateWebhookSecret(trx, actor, merchantOf(actor), body.overlap_hours, now),
  }))

  app.get(
    '/v1/apisetting/callback',
    described('Where a merchant’s systems are told of its payments', callbackAddresses),
    async (request) => {
      const actor = await authenticate(request)
      const merchant = merchantOf(actor)
      return inTransaction(databases, actor, async (trx) => ({
        payment_profiles: await callbackProfiles(trx, actor),
        failing: await failingAddresses(trx, actor, merchant),
      }))
    },
  )
  command(app, services, switchOnAddressEndpoint, async (trx, { actor, body }) => ({
    answer: await switchOnAddress(trx, actor, merchantOf(actor), body.url),
  }))

  /** Only kontor_provider reads and writes keys; each statement is narrowed to what the actor may see. */
  function keyCommand<C extends Command>(
    definition: C,
    run: (trx: Trx, actor: Actor, body: z.output<C['body']>, request: FastifyRequest) => Promise<z.output<C['reply']>>,
  ): void {
    const { method, path, summary, refusals, status, body, reply, roles } = definition
    app.route({
      method,
      url: path,
      schema: {
        tags: ['api_key'],
        summary,
        description: `Refusals: ${['invalid_request', 'forbidden', 'not_found', ...refusals].join(', ')}.`,
        body,
        response: { [status]: reply, '4xx': problemSchema },
      },
      handler: async (request, response) => {
        const actor = await authenticate(request)
        requireRole(actor, roles)
        // A key that makes keys would outlive its own revocation.
        if (actor.kind !== 'user') throw new Refusal('forbidden')
        const given = body.safeParse(request.body ?? {})
        if (!given.success) throw new Refusal('invalid_request', detailsOf(given.error, 'body'))
        const answer = await databases.provider
          .transaction()
          .execute((trx) => run(trx, actor, given.data as z.output<C['body']>, request))
        return response.code(status).send(answer)
      },
    })
  }
  keyCommand(revealWebhookSecretEndpoint, (trx, actor) =>
    revealWebhookSecrets(trx, actor, masterKey, merchantOf(actor), clock.now()),
  )
  keyCommand(createApiKeyEndpoint, (trx, actor, body) => createKey(trx, actor, body, clock.now()))
  keyCommand(rotateApiKeyEndpoint, (trx, actor, body, request) =>
    rotateKey(trx, actor, idOf(request), body.overlap_hours, clock.now()),
  )
  keyCommand(revokeApiKeyEndpoint, (trx, actor, _body, request) => revokeKey(trx, actor, idOf(request), clock.now()))
}

/** Settings are one merchant's: the provider's staff look at them in its view. */
function merchantOf(actor: Actor): string {
  if (actor.scope.merchant === null) throw new Refusal('invalid_request', { 'query.merchant': 'required' })
  return actor.scope.merchant
}
