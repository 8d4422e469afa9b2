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
          description: `Version ${payload.version} of what is told. Fields may be added; pass over those that you do not know.`,
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(bodySchema(payload)) } } },
          responses,
          security: [],
        },
      },
    ]),
  )

function jsonSchema(schema: z.ZodType): object {
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
const headers = [
  header('webhook-id', 'The same whenever the same is told: by this a receiver knows what it has already seen'),
  header('webhook-timestamp', 'Seconds since 1970: when this attempt was made. Refuse what is older than some minutes'),
  header(
    'webhook-signature',
    'One or more, separated by spaces, over `{webhook-id}.{webhook-timestamp}.{body}`: `v1,` and an HMAC-SHA256 by each ' +
      'secret that is in force, in base64; `v1a,` and an Ed25519 signature by the key pair of the merchant, whose public ' +
      'key stands in the API settings. One that fits is enough',
  ),
]

const responses = {
  '2XX': { description: 'Understood: it is not told again' },
  '408': {
    description:
      'And 425, 429, 5XX or no answer: tried again, at the time that `Retry-After` asks for, up to ten times',
  },
  '410': { description: 'The address is gone: it is switched off' },
  default: { description: 'Refused: it is not told again' },
}
