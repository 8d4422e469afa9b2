import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { rowSchema, uuid, webAddress } from '../wire.ts'
import { webhook } from './webhook.entity.ts'
import { sendableTypes, statusesToTell, webhookStatuses } from './webhook.rules.ts'

/** Sends a webhook by hand: signed as any other, once, and marked as a test. */
export const createWebhookCommand = defineCommand({
  name: 'create-webhook',
  method: 'POST',
  path: '/v1/webhook',
  summary: 'Send a webhook by hand, to try an address',
  roles: webhook.roles.create,
  body: z
    .strictObject({
      url: webAddress,
      type: z.enum(sendableTypes),
      item_id: uuid.meta({ description: 'Of something that exists: its own values are told' }),
      status: z.enum(webhookStatuses).meta({ description: 'The one that is told, whatever the thing itself has' }),
    })
    .refine(({ type, status }) => statusesToTell[type].some((each) => each === status), {
      path: ['status'],
      error: 'not_of_type',
    }),
  status: 201,
  reply: rowSchema(webhook),
  refusals: ['too_many_attempts', 'idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['webhook'],
})

/** The same webhook once more, with the id and the content that it had. */
export const sendWebhookAgainCommand = defineCommand({
  name: 'send-webhook-again',
  method: 'POST',
  path: '/v1/webhook/:id/send-again',
  summary: 'Send a webhook once more',
  roles: webhook.roles.update,
  body: z.strictObject({}),
  status: 200,
  reply: rowSchema(webhook),
  refusals: ['webhook_waiting', 'idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['webhook'],
})

const instant = z.string().meta({ format: 'date-time' })

/** `GET /v1/webhook/{id}/delivery`: what was told, and how each attempt went. */
export const webhookDelivery = z
  .object({
    payload: z.record(z.string(), z.unknown()),
    /** Nothing goes to its address until somebody switches that on again. */
    switched_off_at: instant.nullable(),
    attempts: z.array(
      z.object({
        attempt: z.int(),
        at: instant,
        duration_ms: z.int(),
        response_code: z.int().meta({ description: '0: there was no answer' }),
        problem: z.enum(['address_refused', 'no_answer', 'timeout']).nullable(),
        response_body: z.string().nullable().meta({ description: 'Its beginning, for the provider’s staff' }),
        error: z.string().nullable().meta({ description: 'For the provider’s staff' }),
      }),
    ),
  })
  .meta({ id: 'webhook_delivery' })
export type WebhookDeliveryDetails = z.output<typeof webhookDelivery>
export type WebhookAttempt = WebhookDeliveryDetails['attempts'][number]
