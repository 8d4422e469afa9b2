import type { Truth } from '../truth.ts'
import { type Payment, paymentOutcome, type Refund, refundOutcome } from './objects.ts'
import {
  cancellationReasons,
  disputeStatuses,
  errorCodes,
  eventTypes,
  paymentStatuses,
  refundStatuses,
} from './words.ts'

const payment: Payment = {
  ...{ object: 'payment_intent', id: 'pi_1', amount: 1_000, amount_received: 1_000, currency: 'eur', status: '' },
  ...{ livemode: false, metadata: {}, customer: undefined, latest_charge: null },
  next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/' } },
}
const refund: Refund = {
  ...{ object: 'refund', id: 're_1', amount: 1_000, currency: 'eur', status: '', metadata: {} },
  ...{ payment_intent: 'pi_1', failure_balance_transaction: undefined },
}
const failed = { last_payment_error: { code: 'card_declined', decline_code: "the issuer's own word" } }
const ofPayment = (status: string, more: Partial<Payment> = {}, when?: string): Truth => ({
  ...{ of: 'authorize', where: 'status of a payment', word: status, ...(when && { when }) },
  means: paymentOutcome({ ...payment, status, ...more }),
})

const payments = Object.entries(paymentStatuses).flatMap(([status, meaning]) => {
  if (meaning === 'refused')
    return [ofPayment(status, failed, 'it has an error'), ofPayment(status, {}, 'it has no error')]
  if (meaning !== 'canceled') return [ofPayment(status)]
  return [ofPayment(status, { latest_charge: 'ch_1' }, 'it had been authorized'), ofPayment(status, {}, 'it had not')]
})

const cancellations = Object.keys(cancellationReasons).map(
  (word): Truth => ({
    ...{ of: 'authorize', where: 'cancellation_reason', word, when: 'it had not been authorized' },
    means: paymentOutcome({ ...payment, status: 'canceled', cancellation_reason: word }),
  }),
)
const errors = Object.keys(errorCodes).map(
  (word): Truth => ({
    ...{ of: 'authorize', where: 'code of its error', word },
    means: paymentOutcome({ ...payment, status: 'requires_payment_method', last_payment_error: { code: word } }),
  }),
)
const refunds = Object.entries(refundStatuses).flatMap(([status, meaning]): Truth[] => {
  const of = (more: Partial<Refund>, when?: string): Truth => ({
    ...{ of: 'refund', where: 'status of a refund', word: status, ...(when && { when }) },
    means: refundOutcome({ ...refund, status, ...more }),
  })
  if (meaning !== 'not_done') return [of({})]
  return [
    of({}, 'the money had not left'),
    of({ failure_balance_transaction: 'txn_1' }, 'the money had left, and came back'),
  ]
})

/** An event has the object as it was then: its status says what it means. */
const events = Object.entries(eventTypes).flatMap(([word, kind]): Truth[] => {
  const event = { of: 'any', where: 'type of an event', word } as const
  if (kind === 'nothing') return [{ ...event, means: 'nothing' }]
  if (kind === 'person') return [{ ...event, means: 'person' }]
  if (kind === 'payout') return [{ ...event, means: 'asked' }]
  if (kind === 'dispute') return [{ ...event, of: 'chargeback', means: 'asked' }]
  if (kind === 'failed_charge')
    return [
      {
        ...{ ...event, of: 'authorize', when: 'the charge had succeeded' },
        means: { is: 'undone', reason: 'charge_failed' },
      },
      { ...event, of: 'authorize', when: 'it had not', means: 'nothing' },
    ]
  return []
})

export const stripeTruth: readonly Truth[] = [
  ...payments,
  ...cancellations,
  ...errors,
  {
    ...{ of: 'capture', where: 'status of a payment', word: 'succeeded', when: 'it has the reference of the capture' },
    means: { is: 'done', status: 'CAPTURED' },
  },
  {
    ...{ of: 'void', where: 'status of a payment', word: 'canceled' },
    means: { is: 'done', status: 'VOIDED' },
  },
  ...refunds,
  ...Object.entries(disputeStatuses).flatMap(([word, meaning]): Truth[] => {
    const status = { of: 'chargeback', where: 'status of a dispute', word } as const
    if (meaning !== 'inquiry_over') return [{ ...status, means: meaning === 'open' ? 'OPEN' : meaning }]
    return [
      { ...status, when: 'we have it as a chargeback', means: 'WON' },
      { ...status, when: 'we have not', means: 'nothing' },
    ]
  }),
  ...events,
]

/** Events that are read like a reply: the status of the object in them says what they mean. */
export const readByStatus: readonly string[] = Object.entries(eventTypes)
  .filter(([, kind]) => kind === 'payment' || kind === 'refund')
  .map(([word]) => word)
