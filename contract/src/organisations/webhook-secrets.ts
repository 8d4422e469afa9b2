import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { anyOf } from '../roles.ts'
import { overlapHours } from './api-keys.ts'

const instant = z.string().meta({ format: 'date-time' })

/** `GET /v1/apisetting/webhooksecret`: with what webhooks are signed, newest first, without the secrets themselves. */
export const webhookSecret = z
  .object({
    version: z.int(),
    /** Null: since always. */
    created_at: instant.nullable(),
    created_by: z.string().nullable(),
    expires_at: instant.nullable().meta({ description: 'Until then it signs beside the one that took its place' }),
    last_revealed_at: instant.nullable(),
    last_revealed_by: z.string().nullable(),
  })
  .meta({ id: 'webhook_secret' })
export type WebhookSecret = z.output<typeof webhookSecret>

export const webhookSecretRoles = anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_ALL')

/** Makes another secret; the one before signs on beside it for a while, so that receivers can change over. */
export const rotateWebhookSecretCommand = defineCommand({
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/v1/apisetting/webhooksecret/rotate',
  summary: 'Put a new secret in the place of the one that webhooks are signed with',
  roles: webhookSecretRoles,
  body: z.strictObject({ overlap_hours: z.literal([...overlapHours], 'invalid_value') }),
  status: 200,
  reply: z.array(webhookSecret),
  refusals: ['idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['webhook_secret'],
})

/** Shows the secrets to a person, and puts on record who saw them. */
export const revealWebhookSecretCommand = defineCommand({
  name: 'reveal-webhook-secret',
  method: 'POST',
  path: '/v1/apisetting/webhooksecret/reveal',
  summary: 'Show the secrets that webhooks are signed with',
  roles: webhookSecretRoles,
  body: z.strictObject({}),
  status: 200,
  reply: z.array(z.object({ version: z.int(), secret: z.string(), expires_at: instant.nullable() })),
  refusals: ['forbidden'],
  changes: ['webhook_secret'],
})
