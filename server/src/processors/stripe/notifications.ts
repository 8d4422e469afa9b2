import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Connection, Notification, RawNotification, Report, Told } from '../gateway.ts'
import { NotificationRefused, OutcomeUnknown } from '../gateway.ts'
import { parsed } from './client.ts'
import { referenceIn } from './find.ts'
import {
  authorizationOf,
  captureOf,
  moneyOf,
  movement,
  OURS,
  type Payment,
  paymentObject,
  refundObject,
  refundOf,
} from './objects.ts'
import { announcedBatch } from './payouts.ts'
import { eventTypes } from './words.ts'

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(200),
  livemode: z.boolean(),
  /** Set for an account of somebody else that is connected to ours. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})

/** Seconds. */
const LONGEST_AGE = 300

/** Stripe sends one event at a time. */
export function readNotification(connection: Connection, { headers, body }: RawNotification): Notification[] {
  verify(headers['stripe-signature'] ?? '', body, connection.credential['webhook_secret'] ?? '')
  const read = event.safeParse(parsed(body))
  if (!read.success)
    return [{ id: createHash('sha256').update(body).digest('hex'), about: 'unknown', type: 'unreadable' }]
  const { id, type, livemode, account, data } = read.data
  if (livemode !== (connection.mode === 'live')) return [{ id, about: 'unknown', type: `${type} of the other mode` }]
  if (account) return [{ id, about: 'unknown', type: `${type} of another account` }]
  const kind = eventTypes[type]
  if (kind === 'nothing') return []
  if (kind === 'person') return [{ id, about: 'unknown', type }]
  const told = kind && withoutThrowing(() => readers[kind](data.object))
  if (told === 'nothing') return []
  if (told instanceof OutcomeUnknown) return [{ id, ...unknownOf(type, told, data.object) }]
  return [{ id, ...(told ?? { about: 'unknown', type }) }]
}

/** Stripe signs with each secret while one is being replaced, so one right signature is enough. */
function verify(header: string, body: string, secret: string) {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, value = '']) => value)
  const [at = ''] = valuesOf('t')
  if (!secret || !/^\d{1,12}$/.test(at)) throw new NotificationRefused('no signature')
  const expected = createHmac('sha256', secret).update(`${at}.${body}`).digest()
  const isRight = valuesOf('v1').some((value) => {
    const given = Buffer.from(value, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isRight) throw new NotificationRefused('the signature is wrong')
  if (Math.abs(Date.now() / 1_000 - Number(at)) > LONGEST_AGE) throw new NotificationRefused('the signature is too old')
}

type Reader = (object: unknown) => Told | 'nothing' | undefined

const readers: Readonly<Record<'payment' | 'refund' | 'failed_charge' | 'dispute' | 'payout', Reader>> = {
  payment(object) {
    const payment = paymentObject.safeParse(object).data
    if (!payment) return undefined
    const capture = captureOf(payment)
    return capture ? of(capture) : authorizationTold(payment)
  },
  refund(object) {
    const refund = refundObject.safeParse(object).data
    return refund && of(refundOf(refund, refund.payment_intent ?? ''))
  },
  failed_charge(object) {
    const charge = chargeObject.safeParse(object).data
    if (!charge) return undefined
    const { payment_intent, metadata, failure_code, amount, currency, failure_balance_transaction } = charge
    // Only such a charge had succeeded. That any other one failed is told of its payment.
    if (!payment_intent || !failure_balance_transaction) return 'nothing'
    const outcome = { is: 'undone', reason: failure_code || 'charge_failed' } as const
    const ids = { id: payment_intent, payment_id: payment_intent, money: moneyOf(amount, currency) }
    return of({ ...(metadata[OURS] && { reference: metadata[OURS] }), operation: 'authorize', ...ids, outcome })
  },
  dispute(object) {
    const payment_id = disputeObject.safeParse(object).data?.payment_intent
    return payment_id ? { about: 'payment', payment_id } : undefined
  },
  payout(object) {
    const batch = announcedBatch(object)
    return batch === undefined ? undefined : { about: 'settlement', batch }
  },
}

/** An event only names the charge, from which what is to be kept is learnt: then Stripe is asked what the news is. */
function authorizationTold(payment: Payment): Told {
  const report = authorizationOf(payment)
  const { outcome } = report
  const isApproval = outcome.is === 'done' && outcome.status !== 'VOIDED'
  const isToBeKept = payment.setup_future_usage && typeof payment.latest_charge === 'string'
  return isApproval && isToBeKept ? { about: 'payment', payment_id: payment.id } : of(report)
}

const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish()
const chargeObject = z.object({
  object: z.literal('charge'),
  amount: z.number().int(),
  currency: z.string(),
  payment_intent: named,
  failure_code: z.string().nullish(),
  failure_balance_transaction: movement,
  metadata: z.record(z.string(), z.string()).catch({}),
})
const disputeObject = z.object({ object: z.literal('dispute'), payment_intent: named })

/** Without our reference it is of a payment or refund that somebody made at Stripe itself. */
function of({ reference, ...report }: Report): Told {
  if (reference !== undefined) return { about: 'operation', report: { ...report, reference } }
  return { about: 'payment', payment_id: report.payment_id }
}

/** A word that is in no table leaves the outcome open, and is for a person. */
function withoutThrowing(read: () => ReturnType<Reader>): ReturnType<Reader> | OutcomeUnknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof OutcomeUnknown) return error
    throw error
  }
}

function unknownOf(type: string, { message }: OutcomeUnknown, object: unknown): Told {
  const reference = referenceIn(object)
  return { about: 'unknown', type: `${type}: ${message}`, ...(reference && { reference }) }
}
