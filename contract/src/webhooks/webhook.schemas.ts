import { z } from 'zod'
import { rowSchema, uuid, webAddress } from '../wire.ts'
import { webhook } from './webhook.entity.ts'
import { sendableTypes, statusesToTell, webhookAttemptProblems, webhookStatuses } from './webhook.rules.ts'

export const createWebhookSchemas = {
  body: z
    .strictObject({
      url: webAddress,
      type: z.enum(sendableTypes),
      item_id: uuid.meta({ description: 'The id of an existing item, whose values are sent' }),
      status: z.enum(webhookStatuses).meta({ description: 'The status that is sent, whatever status the item has' }),
    })
    .refine(({ type, status }) => statusesToTell[type].some((each) => each === status), {
      path: ['status'],
      error: 'not_of_type',
    }),
  reply: rowSchema(webhook),
}

export const sendWebhookAgainSchemas = {
  body: z.strictObject({}),
  reply: rowSchema(webhook),
}

const instant = z.string().meta({ format: 'date-time' })

/** The body that was sent, and the result of each attempt. */
const webhookDelivery = z
  .object({
    payload: z.record(z.string(), z.unknown()).nullable().meta({
      description: 'Null: the caller may not read the settlement or report that it is about, or lacks its part',
    }),
    /** Nothing is sent to the address until somebody switches it on again. */
    switched_off_at: instant.nullable(),
    attempts: z.array(
      z.object({
        attempt: z.int(),
        at: instant,
        duration_ms: z.int(),
        response_code: z.int().meta({ description: '0: there was no answer' }),
        problem: z.enum(webhookAttemptProblems).nullable(),
        response_body: z
          .string()
          .nullable()
          .meta({ description: 'The beginning of the body, for the provider’s staff' }),
        error: z.string().nullable().meta({ description: 'For the provider’s staff' }),
      }),
    ),
  })
  .meta({ id: 'webhook_delivery' })

export type WebhookDeliveryDetails = z.output<typeof webhookDelivery>

export type WebhookAttempt = WebhookDeliveryDetails['attempts'][number]

export const webhookDeliverySchemas = { reply: webhookDelivery }
