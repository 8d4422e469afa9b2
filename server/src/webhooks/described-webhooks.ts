import { bodySchema } from '@kontor/contract/webhooks/payload'
import { payloads } from '@kontor/contract/webhooks/payloads'
import { z } from 'zod'

/** The webhooks in the form of OpenAPI's `webhooks`: by type, from the schemas of the contract. */
export const describedWebhooks = () =>
  Object.fromEntries(
    Object.values(payloads).map((payload) => [
      payload.type,
      {
        post: {
          operationId: `tell${payload.type.charAt(0).toUpperCase()}${payload.type.slice(1)}`,
          tags: ['webhook'],
          summary: payload.summary,
          description: `Version ${payload.version} of the content. Fields may be added; ignore fields that you do not know.`,
          parameters: signedHeaders,
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(bodySchema(payload)) } } },
          responses,
          security: [],
        },
      },
    ]),
  )

/** A schema of something that is sent or received outside of the API. */
export function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    // Input schemas allow additional fields: receivers must not refuse fields that are added later.
    io: 'input',
    override: ({ jsonSchema: each }) => {
      if (each.format !== undefined) delete each.pattern
    },
  })
  return described
}

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
})

/** The headers of Standard Webhooks (docs/adr/0043). */
export const signedHeaders = [
  header(
    'webhook-id',
    'The id of the webhook. Every attempt to deliver it has the same id, so a receiver can ignore repeats',
  ),
  header(
    'webhook-timestamp',
    'The time of this attempt, in seconds since 1970. Refuse a webhook that is older than a few minutes',
  ),
  header(
    'webhook-signature',
    'One or more signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` and an HMAC-SHA256 by each ' +
      'valid secret, in base64; `v1a,` and an Ed25519 signature by the key pair of the merchant, whose public ' +
      'key is in the API settings. One valid signature is enough',
  ),
]

const responses = {
  '2XX': { description: 'Received: the webhook is not sent again' },
  '408': {
    description:
      'Also 425, 429, 5XX or no answer: the webhook is sent again, at the time in `Retry-After`, up to ten times',
  },
  '410': { description: 'The address no longer exists: Kontor switches it off' },
  default: { description: 'Refused: the webhook is not sent again' },
}
