import { cardFundings, cardHolders, threeDSecure } from '@kontor/contract/payments/transaction.rules'
import { z } from 'zod'
import type { Learnt, Outcome, Report, ReportedChargeback } from '../gateway.ts'

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
  issuer_country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  funding: z.enum(cardFundings).optional(),
  holder: z.enum(cardHolders).optional(),
  token: name.optional(),
})

export const describedCard = card.pick({ brand: true, bin: true, issuer_country: true, funding: true, holder: true })

export const revocationReply = z.object({ reference: name, status: z.literal('REVOKED') })

export const accountReply = z.object({ account: name })

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
    z.object({
      status: z.literal('ACTION_REQUIRED'),
      redirect_url: z.url({ protocol: /^https?$/ }),
      redirect_fields: z.record(z.string(), z.string()).optional(),
    }),
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

const cancelReply = z.intersection(
  // One that is refused may be of no payment.
  z.object({ kind: z.literal('cancel'), ...id, ...reference, payment_reference: name, payment_id: name.optional() }),
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

export const operationReply = z.union([paymentReply, captureReply, voidReply, cancelReply, refundReply, answerReply])
export type OperationReply = z.infer<typeof operationReply>
type AnswerReply = z.infer<typeof answerReply>

/** Payments of the account, in the order of ids; `next` begins the page that follows. */
export const listReply = z.object({
  payments: z.array(
    z.object({
      ...id,
      ...{ reference: name, merchant_reference: z.string(), payment_product: name, capture: z.boolean() },
      metadata: z.record(z.string(), z.string()),
      operations: z.array(operationReply),
      chargebacks: z.array(chargeback),
    }),
  ),
  next: name.nullable(),
})

/** The work was not done and will not be done. `id` is set when the sandbox has a record of it. */
export const refusalReply = z.object({ code: z.string().regex(/^[a-z_]{1,100}$/), ...z.object(id).partial().shape })

export const operationNotification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('payment'), data: z.union([paymentReply, captureReply, voidReply, cancelReply]) }),
  z.object({ type: z.literal('refund'), data: refundReply }),
])
export const chargebackNotification = z.object({ type: z.literal('chargeback'), data: chargeback })

/** The parts of a notification of a kind that nobody knows: enough to say what it is about. */
export const notificationEnvelope = z.object({
  type: name,
  data: z
    .object({ reference: name, status: name, ...money })
    .partial()
    .optional()
    .catch(undefined),
})

/** An operation in the words of every gateway. A capture or void has the id of its payment. */
export function reportOf(reply: OperationReply): Report {
  const { kind, reference, payment_id = '', amount, currency_code } = reply
  return {
    reference,
    operation: kind === 'payment' ? 'authorize' : kind === 'cancel' ? 'cancel_reference' : kind,
    id: kind === 'refund' || kind === 'capture' ? reply.id : isAnswer(reply) ? reply.chargeback_id : payment_id,
    payment_id,
    money: { amount, currency_code },
    outcome: outcomeOf(reply),
    ...(kind === 'payment' && { learnt: learntFrom(reply) }),
  }
}

function outcomeOf(reply: OperationReply): Outcome {
  switch (reply.status) {
    case 'PENDING':
      return { is: 'later' }
    case 'ACTION_REQUIRED':
      return { is: 'action', url: reply.redirect_url, ...(reply.redirect_fields && { fields: reply.redirect_fields }) }
    case 'DECLINED':
      return { is: 'not_done', by: 'issuer', reason: reply.reason }
    case 'CANCELLED':
      return { is: 'not_done', by: 'payer', reason: reply.reason }
    case 'ABANDONED':
      return { is: 'not_done', by: 'nobody', reason: reply.reason }
    case 'FAILED':
      if (undone.has(reply.reason)) return { is: 'undone', reason: reply.reason }
      return { is: 'not_done', by: 'gateway', reason: reply.reason }
    default:
      return { is: 'done', status: done[reply.status] }
  }
}

/** Reasons of what had been done before: the money went back to where it came from. */
const undone: ReadonlySet<string> = new Set(['capture_failed', 'refund_returned'])

const done = {
  AUTHORIZED: 'AUTHORIZED',
  SETTLEMENT_REQUESTED: 'CAPTURED',
  SETTLEMENT_COMPLETED: 'SETTLED',
  AUTHORIZATION_VOIDED: 'VOIDED',
  PROCESSED: 'REFUNDED',
  LOST: 'LOST',
  IN_DISPUTE: 'IN_DISPUTE',
} as const

const learntFrom = ({ card, three_d_secure, agreement }: z.infer<typeof paymentReply>): Learnt => ({
  ...(card && { card }),
  ...(three_d_secure && { three_d_secure }),
  ...(agreement && { agreement }),
})

const isAnswer = (reply: OperationReply): reply is AnswerReply => reply.kind === 'accept' || reply.kind === 'dispute'

export function toChargeback(told: z.infer<typeof chargeback>): ReportedChargeback {
  const { id, reference, amount, currency_code, reason, reason_code, status, respond_by } = told
  const money = { amount, currency_code }
  return { id, reference, money, reason, reason_code, status, ...(respond_by && { respond_by }) }
}
