import { z } from 'zod'
import { merchantRoles, type Role } from '../roles.ts'
import { calendarDate, filled, lineOfText, networkList, ofList, ofText, personName, rowSchema, uuid } from '../wire.ts'
import { apiKey } from './api-keys.entity.ts'
import { longestLife_days, overlapHours } from './api-keys.rules.ts'

const key = rowSchema(apiKey)

const forManagers = { description: 'Null for whoever may not manage the keys of the merchant' }

/** A key among those of its merchant. */
const ownKey = key
  .extend({
    organisation_name: z.string(),
    last_used_ip: z.string().nullable().meta(forManagers),
    revoker: personName.nullable().meta({
      description: `${forManagers.description}; \`provider\` for the staff of the provider`,
    }),
  })
  .meta({ id: 'api_key_of_merchant' })

export type OwnApiKey = z.output<typeof ownKey>

const newApiKey = key
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

/** The name is typed by whoever revokes the key, so it is not blank. */
const keyName = filled(lineOfText(100).min(1, ofText('required')))
const expiry = z.union([calendarDate, z.iso.datetime({ offset: true })], 'invalid_date')
const networks = networkList.meta({ description: 'The addresses or networks that may use the key' })

export const createApiKeySchemas = {
  body: z
    .strictObject({
      name: keyName,
      organisation: uuid.meta({ description: 'The key reaches this organisation and those below it' }),
      roles: keyRoles,
      expires_in_days: z
        .int('must_be_an_integer')
        .min(1, 'too_small')
        .max(longestLife_days, 'too_large')
        .optional()
        .meta({ description: 'Without this and without expires_at, the key never expires' }),
      expires_at: expiry
        .optional()
        .meta({ description: 'In place of expires_in_days: an instant, or a day, which means its last moment' }),
      allowed_ips: networks.optional().meta({ description: 'Any address may use the key when absent' }),
    })
    .refine(({ expires_in_days, expires_at }) => expires_in_days === undefined || expires_at === undefined, {
      path: ['expires_at'],
      error: 'expires_twice',
    }),
  reply: newApiKey,
}

/** A field that is left out stays as it is. */
export const updateApiKeySchemas = {
  body: z.strictObject({
    name: keyName.optional(),
    roles: keyRoles.optional(),
    allowed_ips: networks.nullable().optional().meta({ description: 'Null: any address may use the key' }),
  }),
  reply: key,
}

export const rotateApiKeySchemas = {
  body: z.strictObject({
    overlap_hours: z.literal([...overlapHours], 'invalid_value'),
    expires_at: expiry.optional().meta({
      description:
        'An instant, or a day, which means its last moment. Without this the new key expires when the old one would have',
    }),
  }),
  reply: newApiKey,
}

export const revokeApiKeySchemas = {
  body: z.strictObject({}),
  reply: key,
}

export const listApiKeysSchemas = { reply: z.array(ownKey) }
export const apiSettingsSchemas = { reply: apiSettings }
