import { threeDSecure } from '@kontor/contract/customers/card.entity'
import { z } from 'zod'
import type { ChargebackOutcome, PaymentOutcome, RefundOutcome } from './gateway.ts'

/** The checked replies of the sandbox: it is outside of Kontor and may send anything. */
// Characters that the database cannot store, or that would garble a log, are not allowed in a name.
const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))
const money = { amount: z.number().int().min(0), currency_code: z.string().regex(/^[A-Z]{3}$/) }

const card = z.object({
  brand: z.string().regex(/^[a-z][a-z_]{1,29}$/),
  bin: z.string().regex(/^\d{6,8}$/),
  last_four: z.string().regex(/^\d{4}$/),
  expiry_month: z.number().int().min(1).max(12),
  expiry_year: z.number().int().min(2000).max(2100),
  token: name.optional(),
})

export const revocationReply = z.object({ reference: name, status: z.literal('REVOKED') })

export const cardFieldReply = z.object({ url: z.url({ protocol: /^https?$/ }) })

const reference = { reference: name, payment_id: name, ...money }
const id = { id: name }
const reason = { reason: name }
const status = <S extends string>(...values: S[]) => z.enum(values)

const paymentReply = z.intersection(
  z.object({
    kind: z.literal('payment'),
    ...id,
    ...reference,
    card: card.optional(),
    three_d_secure: z.enum(threeDSecure).optional(),
    agreement: z.object({ token: name }).optional(),
  }),
  z.discriminatedUnion('status', [
    z.object({ status: status('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED', 'AUTHORIZATION_VOIDED') }),
    z.object({ status: z.literal('PENDING') }),
    z.object({ status: z.literal('ACTION_REQUIRED'), redirect_url: z.url({ protocol: /^https?$/ }) }),
    z.object({ status: status('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED'), ...reason }),
  ]),
)

const captureReply = z.intersection(
  z.object({ kind: z.literal('capture'), ...id, ...reference }),
  z.discriminatedUnion('status', [
    z.object({ status: status('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED') }),
    z.object({ status: z.literal('PENDING') }),
    z.object({ status: z.literal('FAILED'), ...reason }),
  ]),
)

const voidReply = z.intersection(
  z.object({ kind: z.literal('void'), ...id, ...reference }),
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('AUTHORIZATION_VOIDED') }),
    z.object({ status: z.literal('PENDING') }),
    z.object({ status: z.literal('FAILED'), ...reason }),
  ]),
)

const refundReply = z.intersection(
  z.object({ kind: z.literal('refund'), ...id, ...reference }),
  z.discriminatedUnion('status', [
    z.object({ status: status('PROCESSED', 'PENDING') }),
    z.object({ status: z.literal('FAILED'), ...reason }),
  ]),
)

const answerReply = z.intersection(
  z.object({ kind: status('accept', 'dispute'), chargeback_id: name, ...id, ...reference }),
  z.discriminatedUnion('status', [
    z.object({ status: status('LOST', 'IN_DISPUTE', 'PENDING') }),
    z.object({ status: z.literal('FAILED'), ...reason }),
  ]),
)

const chargeback = z.object({
  ...id,
  ...reference,
  reason: name,
  reason_code: name,
  status: status('OPEN', 'IN_DISPUTE', 'WON', 'LOST', 'CANCELLED'),
  respond_by: z.iso.date().optional(),
})

export const operationReply = z.union([paymentReply, captureReply, voidReply, refundReply, answerReply])
export type OperationReply = z.infer<typeof operationReply>
type RefundReply = z.infer<typeof refundReply>
export type AnswerReply = z.infer<typeof answerReply>

/** The work was not done and will not be done. `id` is set when the sandbox has a record of it. */
export const refusalReply = z.object({ code: z.string().regex(/^[a-z_]{1,100}$/), ...z.object(id).partial().shape })

export const notificationBody = z.discriminatedUnion('type', [
  z.object({ type: z.literal('payment'), data: z.union([paymentReply, captureReply, voidReply]) }),
  z.object({ type: z.literal('refund'), data: refundReply }),
  z.object({ type: z.literal('chargeback'), data: chargeback }),
])

/** The outcome of a payment, and also of a capture or void, whose id at the gateway is the id of its payment. */
export function toPaymentOutcome(reply: Exclude<OperationReply, RefundReply | AnswerReply>): PaymentOutcome {
  const about = {
    processor_id_external: reply.payment_id,
    ...(reply.kind === 'payment' && reply.card && { card: reply.card }),
    ...(reply.kind === 'payment' && reply.three_d_secure && { three_d_secure: reply.three_d_secure }),
    ...(reply.kind === 'payment' && reply.agreement && { agreement: reply.agreement }),
  }
  switch (reply.status) {
    case 'ACTION_REQUIRED':
      return { ...about, status: reply.status, redirect_url: reply.redirect_url }
    case 'DECLINED':
    case 'FAILED':
    case 'ABANDONED':
    case 'CANCELLED':
      return { ...about, status: reply.status, reason: reply.reason }
    default:
      return { ...about, status: reply.status }
  }
}

export function toRefundOutcome(reply: RefundReply): RefundOutcome {
  const about = { processor_id_external: reply.id }
  if (reply.status === 'FAILED') return { ...about, status: reply.status, reason: reply.reason }
  return { ...about, status: reply.status }
}

export const isAnswer = (reply: OperationReply): reply is AnswerReply =>
  reply.kind === 'accept' || reply.kind === 'dispute'

export function toChargebackOutcome(reply: AnswerReply): ChargebackOutcome {
  const about = { processor_id_external: reply.chargeback_id }
  if (reply.status === 'FAILED') return { ...about, status: reply.status, reason: reply.reason }
  return { ...about, status: reply.status }
}
