import { middlewareOutcome, middlewareQuestion, middlewareReply } from '@kontor/contract/middleware/middleware.message'
import { jsonSchema, signedHeaders } from '../webhooks/described-webhooks.ts'

const example = {
  type: 'payment.asked',
  timestamp: '2026-11-02T09:30:00.000Z',
  data: {
    ...{ id: '019a4428-8d40-7000-8000-000000000001', created_at: '2026-11-02T09:30:00.000Z' },
    payment_profile: '019a4428-8d40-7000-8000-000000000002',
    organisation: '019a4428-8d40-7000-8000-000000000003',
    ...{ amount: 2_500, currency_code: 'EUR', payment_product: 'card', merchant_reference: 'Order 1' },
    ...{ recurring_type: null, payer_present: true, customer: null, country_code: 'NL' },
    ...{ email: 'payer@shop.example', ip: '203.0.113.7', platform: 'windows', browser: 'firefox' },
    ...{ payment_link: null, subscription: null, terminal: null },
  },
} as const

const { payer_present: _, email: __, ip: ___, ...payment } = example.data
const outcome = {
  ...{ type: 'payment.outcome', timestamp: '2026-11-02T09:30:02.000Z' },
  data: { ...payment, status: 'AUTHORIZED', status_reason: null },
} as const

/** What a middleware is asked and may answer, and what it is told, in the form of OpenAPI's `webhooks`. */
export const describedMiddleware = () => ({
  middleware: {
    post: {
      operationId: 'askMiddleware',
      tags: ['middleware'],
      summary: 'A payment is about to go to its processor',
      description:
        'Sent to a middleware. A repetition has the same `webhook-id` and the same body, and gets the same answer. Fields may ' +
        'be added; ignore fields that you do not know. The processor of the payment is asked after the answer.',
      parameters: signedHeaders,
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: jsonSchema(middlewareQuestion), example: middlewareQuestion.parse(example) },
        },
      },
      responses: {
        '200': {
          description:
            '`none`: no objection. `tag`: the payment gets a tag of the merchant. `block`: the payment goes to no processor. ' +
            '`3dSecure`: the payer has to authenticate at the bank; where there is no card or no payer, the payment goes on. ' +
            'Anything else, a later answer, and one of more than 4,096 bytes count as silence',
          content: {
            'application/json': {
              schema: jsonSchema(middlewareReply),
              example: middlewareReply.parse({ decision: 'block', reason: 'Known for fraud' }),
            },
          },
        },
      },
      security: [],
    },
  },
  middlewareOutcome: {
    post: {
      operationId: 'tellMiddleware',
      tags: ['middleware'],
      summary: 'A payment has an outcome',
      description:
        'Sent once for each payment to a middleware of the kind `after`, and again by the plan of webhooks until it answers 2xx. A ' +
        'repetition has the same `webhook-id` and the same body. Nothing of the answer changes the payment. Fields may be added; ' +
        'ignore fields that you do not know.',
      parameters: signedHeaders,
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: jsonSchema(middlewareOutcome), example: middlewareOutcome.parse(outcome) },
        },
      },
      responses: { '2XX': { description: 'It is taken. The body is not read' } },
      security: [],
    },
  },
})
