import { z } from 'zod'
import { paymentProducts, transactionStatuses } from '../payments/transaction.rules.ts'
import { lineOfText } from '../wire.ts'
import { middlewareAnswers } from './middleware.rules.ts'

/**
 * What a middleware is asked. It is a promise to receivers: fields may be added, because receivers ignore unknown ones.
 * Nothing of a card and no token is in it.
 */
export const middlewareQuestion = z.object({
  type: z.literal('payment.asked'),
  timestamp: z.iso.datetime({ precision: 3 }),
  test: z.literal(true).optional().meta({ description: 'Sent by hand, to try the address: there is no such payment' }),
  data: z.object({
    id: z.guid().meta({ description: 'The payment' }),
    created_at: z.iso.datetime({ precision: 3 }),
    payment_profile: z.guid(),
    organisation: z.guid(),
    amount: z.int().min(0).meta({ description: 'Minor units of the currency' }),
    currency_code: z.string(),
    payment_product: z.enum(paymentProducts),
    merchant_reference: z.string(),
    recurring_type: z.enum(['initial', 'subsequent']).nullable(),
    payer_present: z.boolean(),
    customer: z.guid().nullable(),
    country_code: z.string().nullable(),
    email: z.string().nullable(),
    ip: z.string().nullable(),
    platform: z.string().nullable(),
    browser: z.string().nullable(),
    payment_link: z.guid().nullable(),
    subscription: z.guid().nullable(),
    terminal: z.guid().nullable(),
  }),
})
export type MiddlewareQuestion = z.infer<typeof middlewareQuestion>

const asked = middlewareQuestion.shape.data

/** What a middleware is told of the outcome of a payment, under the same promise. */
export const middlewareOutcome = z.object({
  type: z.literal('payment.outcome'),
  timestamp: z.iso.datetime({ precision: 3 }).meta({ description: 'The moment of the outcome' }),
  test: z.literal(true).optional().meta({ description: 'Sent by hand, to try the address: there is no such payment' }),
  data: asked.omit({ payer_present: true, email: true, ip: true }).extend({
    status: z
      .enum(transactionStatuses)
      .meta({ description: 'The first one with which the payment is not open any more' }),
    status_reason: z.string().nullable(),
  }),
})
export type MiddlewareOutcome = z.infer<typeof middlewareOutcome>

const reason = lineOfText(200)
  .min(1)
  .optional()
  .meta({ description: 'A short text for people. It stands on the timeline of the payment' })

/** What a middleware answers, with status 200. Anything else counts as silence. */
export const middlewareReply = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.enum(['none', 'block', '3dSecure']), reason }),
  z.strictObject({
    decision: z.literal('tag'),
    tag: lineOfText(40).min(1).meta({ description: 'The text of a tag that the merchant has' }),
    reason,
  }),
])
export type MiddlewareReply = z.infer<typeof middlewareReply>

/** An answer of up to this size is read. */
export const longestReply_bytes = 4_096

/** The parts of an answer as people are told of them. */
export const saidAnswer = z.object({
  decision: z.enum(middlewareAnswers).nullable(),
  tag: z.string().nullable(),
  reason: z.string().nullable(),
})
