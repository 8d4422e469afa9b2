import type { LeftOut, Truth } from '../truth.ts'
import type { Part, Payment } from './mollie-replies.ts'
import { captureReport, paymentOutcome, refundReport } from './mollie-reports.ts'
import { captureStatuses, failureReasons, paymentStatuses, refundStatuses } from './mollie-words.ts'

const amount = { value: '10.00', currency: 'EUR' }
const payment: Payment = {
  ...{ id: 'tr_1', mode: 'test', status: '', isCancelable: false, createdAt: '', description: '', amount },
  _links: { checkout: { href: 'https://bank.example/' } },
}
const part: Part = { id: 'p_1', status: '', amount }

const payments = Object.entries(paymentStatuses).flatMap(([status, meaning]): Truth[] => {
  const of = (more: Partial<Payment>, when?: string): Truth => ({
    ...{ of: 'authorize', where: 'status of a payment', word: status, ...(when && { when }) },
    means: paymentOutcome({ ...payment, status, ...more }),
  })
  if (meaning === 'open') return [of({}, 'it has a page for the payer'), of({ _links: {} }, 'it has none')]
  if (meaning === 'payer' || meaning === 'nobody')
    return [of({ authorizedAt: 'then' }, 'it had been authorized'), of({}, 'it had not')]
  return [of({})]
})

const failures = Object.keys(failureReasons).map(
  (word): Truth => ({
    ...{ of: 'authorize', where: 'details.failureReason', word, when: 'the status is `failed`' },
    means: paymentOutcome({ ...payment, status: 'failed', details: { failureReason: word } }),
  }),
)

export const mollieTruth: readonly Truth[] = [
  ...payments,
  ...failures,
  ...Object.keys(captureStatuses).map(
    (word): Truth => ({
      ...{ of: 'capture', where: 'status of a capture', word },
      means: captureReport({ ...part, status: word }, 'tr_1').outcome,
    }),
  ),
  ...Object.keys(refundStatuses).map(
    (word): Truth => ({
      ...{ of: 'refund', where: 'status of a refund', word },
      means: refundReport({ ...part, status: word }, 'tr_1').outcome,
    }),
  ),
  { of: 'chargeback', where: 'reversedAt of a chargeback', word: 'absent', means: 'OPEN' },
  { of: 'chargeback', where: 'reversedAt of a chargeback', word: 'a time', means: 'WON' },
  { of: 'any', where: 'webhook', word: 'id', means: 'asked' },
]

export const leftOut: LeftOut = {
  klarna:
    "Mollie wants the payer's postal address and the lines of the order. Kontor knows no lines, and does not make them up.",
}
