import { createHash } from 'node:crypto'
import fastifySwagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { describedWebhooks } from '../webhooks/described-webhooks.ts'
import { areas } from './areas.ts'
import { describedMiddleware } from './described-middleware.ts'
import type { Document } from './document.ts'
import { shareRepeated } from './share-repeated.ts'

// The default override drops a union's alternative while its schema is still empty, such as text that is read as a
// list.
const asZodSays = { zodToJsonConfig: { override: () => undefined } }
const withSchemas = createJsonSchemaTransformObject(asZodSays)

/** Names the header of 429 and 503. Added here, because the library keeps only the content of a route's answers. */
function withRetryAfter(document: Document): Document {
  const { problem } = document.components.responses ?? {}
  const description = 'Seconds to wait before the next try: with 429, and with 503'
  if (problem) problem['headers'] = { 'Retry-After': { description, schema: { type: 'integer' } } }
  return document
}

/** `/v1/openapi.json`, made from the schemas of the routes. It must be registered before them. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kontor',
        version: '1',
        description:
          'Payments of a provider’s merchants. Amounts are integers in minor units of their currency (ISO 4217 exponent). ' +
          'Errors are application/problem+json with a `code` to switch on. Every write honours `Idempotency-Key`, ' +
          'but for those that keep no answer: they show or try something, belong to signing in, or come through a link or from a payer. ' +
          'Any operation may refuse with invalid_request, unauthenticated, session_expired, forbidden or not_found; it names those of its own.',
        license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
      },
      // A relative address, because the document is the same for each installation.
      servers: [{ url: '/' }],
      tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'kontor',
            description: 'Named `__Host-kontor` at an https address',
          },
          api_key: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ session: [] }, { api_key: [] }],
      webhooks: { ...describedWebhooks(), ...describedMiddleware() },
    },
    transform: createJsonSchemaTransform(asZodSays),
    // OpenAPI's types do not express the order of steps: after this one the document has paths, and components with
    // schemas.
    transformObject: (made) => withRetryAfter(shareRepeated(withSchemas(made) as unknown as Document)),
  })
  app.get('/v1/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

/**
 * The reference page at `/docs`. It has its own content policy, because its script writes styles; nothing is loaded
 * from elsewhere.
 */
export async function referencePage(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('content-security-policy', policyOf(isPage(reply) ? String(payload) : ''))
    })
    await scope.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        title: 'Kontor API',
        url: '/v1/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}

const isPage = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/html')

/** The policy allows only the page's own scripts, by their hashes: the page shares its origin with the session. */
function policyOf(html: string): string {
  const scripts = [...html.matchAll(/<script(?:\s[^>]*)?>([^<]+)<\/script>/g)].map(([, text]) => text ?? '')
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
