import { z } from 'zod'
import { merchantRoles, type Role } from '../roles.ts'
import { lineOfText, ofList, ofText, uuid } from '../wire.ts'
import { apiKeyStatuses, overlapHours } from './api-keys.rules.ts'

const instant = z.string().meta({ format: 'date-time' })

/** The keys with which a merchant's programs call the API. A secret is shown once, when its key is created. */
const apiKey = z
  .object({
    id: z.string().meta({ format: 'uuid' }),
    created_at: instant,
    created_by: z.string().nullable(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the key, by which it is recognised' }),
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
  .extend({ secret: z.string().meta({ description: 'Only this answer shows it' }) })
  .meta({ id: 'new_api_key' })

export type NewApiKey = z.output<typeof newApiKey>

/** The API's addresses for a program, and the merchant whose keys these are. */
const apiSettings = z.object({
  base_url: z.string(),
  documentation_url: z.string(),
  openapi_url: z.string(),
  version: z.string(),
  processor_notification_url: z
    .string()
    .meta({ description: 'The address where a processor reports the outcome of payments' }),
  merchant: z.object({ id: z.string(), name: z.string() }),
  webhook_public_key: z.string().meta({ description: 'Verifies the v1a signature (Ed25519) of webhooks' }),
})

export type ApiSettings = z.output<typeof apiSettings>

/** The roles that a key may hold: a merchant's roles, never the provider's. */
const keyRoles = z
  .array(z.enum(merchantRoles as readonly [Role, ...Role[]]))
  .min(1, ofList('required'))
  .max(100, ofList('too_many'))

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'invalid_network' })

export const createApiKeySchemas = {
  body: z.strictObject({
    name: lineOfText(100).min(1, ofText('required')),
    organisation: uuid.meta({ description: 'The key reaches this organisation and those below it' }),
    roles: keyRoles,
    expires_in_days: z.int('must_be_an_integer').min(1, 'too_small').max(3650, 'too_large').optional(),
    allowed_ips: z
      .array(network)
      .max(50, ofList('too_many'))
      .optional()
      .meta({ description: 'The addresses or networks that may use the key; any when absent' }),
  }),
  reply: newApiKey,
}

export const rotateApiKeySchemas = {
  body: z.strictObject({ overlap_hours: z.literal([...overlapHours], 'invalid_value') }),
  reply: newApiKey,
}

export const revokeApiKeySchemas = {
  body: z.strictObject({}),
  reply: apiKey,
}

export const listApiKeysSchemas = { reply: z.array(apiKey) }
export const apiSettingsSchemas = { reply: apiSettings }
