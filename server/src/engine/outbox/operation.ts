import { z } from 'zod'

/** The person or program that asked for a capture, a void, a cancellation or an answer to a chargeback. */
const asked_by = z
  .strictObject({
    kind: z.enum(['user', 'api_key', 'processor', 'payer', 'system']),
    id: z.string().nullable(),
    name: z.string(),
  })
  .optional()
/** True: the gateway also refuses what arrives under the cancelled reference afterwards. */
const bars_later = z.literal(true).optional()
const nothing = z.strictObject({})

/**
 * The topics of the outbox. Each has its payload, and some have the id of the row that they are about. Amounts are in minor
 * units of the payment's currency.
 */
const told = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('processor.authorize'),
    payload: z.strictObject({
      /** True: one order authorizes and captures. */
      capture: z.boolean().default(true),
      card_token: z.string().optional(),
      payer_present: z.boolean().optional(),
      return_url: z.string().optional(),
      store_card: z.boolean().optional(),
      store_agreement: z.boolean().optional(),
      stored_for: z.enum(['recurring', 'unscheduled', 'one_click']).optional(),
      agreement_token: z.string().optional(),
      descriptor: z.string().optional(),
      three_d_secure: z.literal('required').optional(),
      /** Those that are asked before the processor, in this order. */
      middleware: z.array(z.string()).optional(),
      /** The processor that is asked next, when this one certainly did not take the payment. */
      next: z.string().optional(),
    }),
  }),
  z.object({
    topic: z.literal('processor.capture'),
    /** Without an amount, the whole authorized amount is captured. */
    payload: z.strictObject({ amount: z.int().optional(), asked_by }),
  }),
  z.object({ topic: z.literal('processor.void'), payload: z.strictObject({ asked_by }) }),
  z.object({ topic: z.literal('processor.refund'), refund_id: z.string(), payload: nothing }),
  z.object({
    topic: z.enum(['processor.accept', 'processor.dispute']),
    chargeback_id: z.string(),
    payload: z.strictObject({ asked_by }),
  }),
  z.object({ topic: z.literal('processor.revoke_card'), card_id: z.string(), payload: nothing }),
  z.object({ topic: z.literal('processor.resume'), payload: z.strictObject({ of: z.string() }) }),
  z.object({
    topic: z.literal('processor.cancel_reference'),
    payload: z.strictObject({ of: z.string(), asked_by, bars_later }),
  }),
])
type Told = z.output<typeof told>
type About<T extends Told['topic']> = Extract<Told, { topic: T }>

interface Key {
  merchant_id: string
  /** The id of the job, and the reference of the operation at the processor. */
  id: string
}

interface OfPayment extends Key {
  transaction_created_at: string
  transaction_id: string
}

export type Authorization = OfPayment & About<'processor.authorize'>
export type Capture = OfPayment & About<'processor.capture'>
export type Void = OfPayment & About<'processor.void'>
export type RefundOrder = OfPayment & About<'processor.refund'>
export type ChargebackReply = OfPayment & About<'processor.accept' | 'processor.dispute'>
export type Revocation = Key & About<'processor.revoke_card'>
/** The payer came back. `of` is the authorization, whose outcome it tells. */
export type Resumption = OfPayment & About<'processor.resume'>
/** Ends the authorization `of`, of which only our reference is known. */
export type Cancellation = OfPayment & About<'processor.cancel_reference'>

/** An order to a processor: the payment itself, or a later operation on it. */
export type PaymentOperation =
  | Authorization
  | Capture
  | Void
  | RefundOrder
  | ChargebackReply
  | Resumption
  | Cancellation
export type Operation = PaymentOperation | Revocation

/** What each order is called in the adapters. */
const orderKinds = {
  'processor.authorize': 'authorize',
  'processor.capture': 'capture',
  'processor.void': 'void',
  'processor.refund': 'refund',
  'processor.accept': 'accept',
  'processor.dispute': 'dispute',
  // It tells the outcome of the authorization, which is what is asked about.
  'processor.resume': 'authorize',
  'processor.cancel_reference': 'cancel_reference',
} as const

export const orderKind = <T extends PaymentOperation['topic']>({ topic }: { readonly topic: T }) => orderKinds[topic]

/**
 * True: the order is safe twice, since the second one finds done what the first one did. Where a processor keeps a failure under its
 * key, a new try of it has a new key.
 */
export const isSafeTwice = ({ topic }: Pick<Operation, 'topic'>): boolean => safeTwice.includes(topic)
const safeTwice: readonly Operation['topic'][] = [
  'processor.cancel_reference',
  'processor.accept',
  'processor.dispute',
  'processor.revoke_card',
]

/** A payment and the job that was written for it. */
export interface BegunOperation {
  merchant: string
  transaction: string
  job: string
}

/** A payment that was begun. Without a job it was blocked, and no processor is asked. */
export type BegunPayment = Omit<BegunOperation, 'job'> & { job: string | null }

/** A row of the outbox as the table stores it. */
export interface StoredOperation extends Key {
  topic: string
  payload: unknown
  transaction_created_at: string | null
  transaction_id: string | null
  refund_id: string | null
  chargeback_id: string | null
  card_id: string | null
}

/** A row of the outbox that this version cannot carry out. */
export class UnreadableOperation extends Error {
  override name = 'UnreadableOperation'
}

/**
 * Reads a row of the outbox, also one from an older version. Throws `UnreadableOperation`, whose message has no value of
 * the payload.
 */
export function readOperation(row: StoredOperation): Operation {
  const { merchant_id, id, transaction_created_at, transaction_id } = row
  const read = told.safeParse(row)
  if (!read.success) {
    const places = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new UnreadableOperation(`outbox ${id}, topic ${row.topic}: ${places.join('; ')}`)
  }
  if (read.data.topic === 'processor.revoke_card') return { merchant_id, id, ...read.data }
  if (transaction_created_at === null || transaction_id === null)
    throw new UnreadableOperation(`outbox ${id}, topic ${row.topic}: of no payment`)
  return { merchant_id, id, transaction_created_at, transaction_id, ...read.data }
}
