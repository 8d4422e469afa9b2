import { z } from 'zod'
import { webhookProblems } from './webhook.rules.ts'
import { triedFields } from './webhook-trial.rules.ts'

export const tryWebhookAddressSchemas = {
  body: z.strictObject({ field: z.enum(triedFields) }),
  reply: z.object({
    response_code: z.int().meta({ description: '0: there was no answer' }),
    duration_ms: z.int(),
    problem: z.enum(webhookProblems).nullable(),
  }),
}
