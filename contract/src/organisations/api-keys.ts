import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { anyOf, merchantRoles, type Role } from '../roles.ts'
import { lineOfText, uuid } from '../wire.ts'

const instant = z.string().meta({ format: 'date-time' })

/** EXPIRING: within two weeks. ROTATING: another took its place, and it still works for a while. */
export const apiKeyStatuses = ['ACTIVE', 'EXPIRING', 'ROTATING', 'EXPIRED', 'REVOKED'] as const

/** `GET /v1/apikey`: the keys with which a merchant's programs call the API. A secret is told once, when a key is made. */
export const apiKey = z
  .object({
    id: z.string().meta({ format: 'uuid' }),
    created_at: instant,
    created_by: z.string().nullable(),
    name: z.string(),
    prefix: z.string().meta({ description: 'What it is recognised by: its first characters' }),
    roles: z.array(z.string()),
    organisation: z.string().meta({ format: 'uuid' }),
    organisation_name: z.string(),
    last_used_at: instant.nullable(),
    expires_at: instant.nullable(),
    allowed_ips: z.array(z.string()).nullable(),
    status: z.enum(apiKeyStatuses),
  })
  .meta({ id: 'api_key' })
export type ApiKey = z.output<typeof apiKey>

const newApiKey = apiKey
  .extend({ secret: z.string().meta({ description: 'Told this once' }) })
  .meta({ id: 'new_api_key' })
export type NewApiKey = z.output<typeof newApiKey>

/** `GET /v1/apisetting`: where a program finds the API, and whose it is. */
export const apiSettings = z.object({
  base_url: z.string(),
  documentation_url: z.string(),
  openapi_url: z.string(),
  version: z.string(),
  processor_notification_url: z.string().meta({ description: 'Where a processor reports what became of payments' }),
  merchant: z.object({ id: z.string(), name: z.string() }),
  webhook_public_key: z.string().meta({ description: 'Verifies the v1a signature (Ed25519) of webhooks' }),
})
export type ApiSettings = z.output<typeof apiSettings>

export const apiKeyRoles = anyOf('USER_ALL', 'PSP_ALL')

/** What a key may be given: a merchant's roles, and never one of the provider. */
const keyRoles = z
  .array(z.enum(merchantRoles as readonly [Role, ...Role[]]))
  .min(1, 'required')
  .max(100, 'too_many')
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'invalid_network' })

const refusals = ['forbidden'] as const

export const createApiKeyCommand = defineCommand({
  name: 'create-api-key',
  method: 'POST',
  path: '/v1/apikey',
  summary: 'Create an API key; its secret is told once',
  roles: apiKeyRoles,
  body: z.strictObject({
    name: lineOfText(100).min(1, 'required'),
    organisation: uuid.meta({ description: 'It reaches this one and those below' }),
    roles: keyRoles,
    expires_in_days: z.int('must_be_an_integer').min(1, 'too_small').max(3650, 'too_large').optional(),
    allowed_ips: z
      .array(network)
      .max(50, 'too_many')
      .optional()
      .meta({ description: 'Addresses or networks; anywhere when absent' }),
  }),
  status: 201,
  reply: newApiKey,
  refusals,
  changes: ['api_key'],
})

export const overlapHours = [0, 1, 24, 48, 168] as const

/** Makes a key like it; the old one works on for a while, so that programs can change over. */
export const rotateApiKeyCommand = defineCommand({
  name: 'rotate-api-key',
  method: 'POST',
  path: '/v1/apikey/:id/rotate',
  summary: 'Put a new key in the place of an API key',
  roles: apiKeyRoles,
  body: z.strictObject({ overlap_hours: z.literal([...overlapHours], 'invalid_value') }),
  status: 201,
  reply: newApiKey,
  refusals: ['api_key_ended'],
  changes: ['api_key'],
})

export const revokeApiKeyCommand = defineCommand({
  name: 'revoke-api-key',
  method: 'POST',
  path: '/v1/apikey/:id/revoke',
  summary: 'Revoke an API key at once',
  roles: apiKeyRoles,
  body: z.strictObject({}),
  status: 200,
  reply: apiKey,
  refusals: [],
  changes: ['api_key'],
})
