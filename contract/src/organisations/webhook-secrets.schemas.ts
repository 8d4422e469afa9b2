import { z } from 'zod'
import { personName } from '../wire.ts'
import { overlapHours } from './api-keys.rules.ts'

const instant = z.string().meta({ format: 'date-time' })

/** The secrets that sign webhooks, newest first, without their values. */
const webhookSecret = z
  .object({
    version: z.int(),
    /** Null: it exists since the beginning. */
    created_at: instant.nullable(),
    created_by: personName.nullable(),
    expires_at: instant.nullable().meta({ description: 'Until this time it signs together with its successor' }),
    last_revealed_at: instant.nullable(),
    last_revealed_by: personName.nullable(),
  })
  .meta({ id: 'webhook_secret' })

export type WebhookSecret = z.output<typeof webhookSecret>

export const rotateWebhookSecretSchemas = {
  body: z.strictObject({ overlap_hours: z.literal([...overlapHours], 'invalid_value') }),
  reply: z.array(webhookSecret),
}

export const revealWebhookSecretSchemas = {
  body: z.strictObject({}),
  reply: z.array(z.object({ version: z.int(), secret: z.string(), expires_at: instant.nullable() })),
}

export const listWebhookSecretsSchemas = { reply: z.array(webhookSecret) }
