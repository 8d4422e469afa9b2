import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { schemasFromTypes } from '../../../test/gateways/schemas-from-types.ts'
import { stripeTypes, words } from '../../../test/gateways/stripe/stripe.document.ts'
import { eventOf, signed, webhookSecret } from '../../../test/gateways/stripe/stripe.events.ts'
import type { Notification } from '../gateway.ts'
import { lastWholeDay } from '../reading/last-whole-day.ts'
import { readNotification } from './notifications.ts'
import { stripeManifest } from './stripe.manifest.ts'
import {
  ANY_EVIDENCE,
  cancellationReasons,
  disputeStatuses,
  eventTypes,
  evidenceFields,
  paymentStatuses,
  refundStatuses,
  threeDSecureResults,
} from './words.ts'

/** The words that a type permits. */
const documented = (() => {
  const schemas = schemasFromTypes(stripeTypes, Object.values(words))
  return (of: keyof typeof words): string[] => {
    const found = new Set<string>()
    JSON.stringify(schemas.get(words[of]), (name, value) => {
      if (name === 'const' && typeof value === 'string') found.add(value)
      if (name === 'enum' && Array.isArray(value)) for (const each of value) found.add(String(each))
      return value
    })
    return [...found].sort()
  }
})()

it.each([
  ['payments', paymentStatuses],
  ['cancellations', cancellationReasons],
  ['disputes', disputeStatuses],
  ['threeDSecure', threeDSecureResults],
] as const)('Each documented word of %s is in the table, and no other (check 2)', (of, table) => {
  expect(Object.keys(table).sort()).toEqual(documented(of))
})

it('Each documented event about a payment, refund, charge or payout is in the table, and no other (check 2)', () => {
  const ours = documented('events').filter((type) => /^(payment_intent|refund|charge|payout)\./.test(type))
  expect(Object.keys(eventTypes).sort()).toEqual(ours)
})

it('The fields of evidence are fields of Stripe', () => {
  const fields = documented('evidence')
  for (const field of [ANY_EVIDENCE, ...evidenceFields.map(([name]) => name)]) expect(fields).toContain(field)
})

it('The statuses of a refund are those that its description lists (check 2)', () => {
  expect(Object.keys(refundStatuses).sort()).toEqual(['canceled', 'failed', 'pending', 'requires_action', 'succeeded'])
})

const connection = {
  ...{ addresses: {}, mode: 'test' as const, timeout_ms: 1, onExchange: () => {} },
  credential: { webhook_secret: webhookSecret },
}
const reference = randomUUID()
const payment = (more: object) => ({
  ...{ id: 'pi_1', object: 'payment_intent', amount: 5_000, amount_received: 0, currency: 'eur', livemode: false },
  ...{ metadata: { kontor: reference }, status: 'requires_capture', latest_charge: null, last_payment_error: null },
  ...more,
})
const told = (type: string, object: object, more: object = {}): Notification[] =>
  readNotification(connection, signed(eventOf(type, object, more)))
const outcomes = (notifications: Notification[]) =>
  notifications.map((each) => (each.about === 'operation' ? each.report.outcome : each.about))

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'An event of the type %s is not known, and is for a person',
  (type) => expect(told(type, { id: 'x' })).toMatchObject([{ about: 'unknown', type }]),
)

it.each([0, -70_000_000_000, 400_000_000_000, 9e15])(
  'A dispute with the last day %d, which is none, has none',
  (due_s) => expect(lastWholeDay(due_s * 1_000)).toBe(due_s === 0 ? '1969-12-31' : undefined),
)

it.each([
  ['amount_capturable_updated', { status: 'requires_capture' }, { is: 'done', status: 'AUTHORIZED' }],
  ['succeeded', { status: 'succeeded', amount_received: 5_000 }, { is: 'done', status: 'CAPTURED' }],
  [
    'succeeded',
    { status: 'succeeded', amount_received: 5_000, setup_future_usage: 'off_session', latest_charge: 'ch_1' },
    'payment',
  ],
  [
    'amount_capturable_updated',
    { status: 'requires_capture', setup_future_usage: 'off_session', latest_charge: 'ch_1' },
    'payment',
  ],
  [
    'canceled',
    { status: 'canceled', setup_future_usage: 'off_session', latest_charge: 'ch_1' },
    { is: 'done', status: 'VOIDED' },
  ],
  ['processing', { status: 'processing' }, { is: 'later' }],
  [
    'canceled',
    { status: 'canceled', cancellation_reason: 'automatic', latest_charge: 'ch_1' },
    { is: 'done', status: 'VOIDED' },
  ],
  [
    'canceled',
    { status: 'canceled', cancellation_reason: 'automatic' },
    { is: 'not_done', by: 'nobody', reason: 'automatic' },
  ],
  [
    'canceled',
    { status: 'canceled', cancellation_reason: 'abandoned' },
    { is: 'not_done', by: 'payer', reason: 'abandoned' },
  ],
])('A payment that is %s: %j', (type, more, outcome) => {
  expect(outcomes(told(`payment_intent.${type}`, payment(more)))).toEqual([outcome])
})

it('A capture under our reference is told of the capture', () => {
  const capture = randomUUID()
  const metadata = { kontor: reference, kontor_capture: capture }
  const object = payment({ status: 'succeeded', amount_received: 3_000, metadata })
  expect(told('payment_intent.succeeded', object)).toMatchObject([
    { report: { reference: capture, operation: 'capture', money: { amount: 3_000 }, outcome: { status: 'CAPTURED' } } },
  ])
})

it('A part that somebody captured at Stripe is for a person, who sees of which payment', () => {
  const object = payment({ status: 'succeeded', amount_received: 3_000 })
  expect(told('payment_intent.succeeded', object)).toMatchObject([
    { about: 'unknown', type: 'payment_intent.succeeded: captured 3000 of 5000 at Stripe', reference },
  ])
})

it('A debit that came back after its success is undone, and another failed charge tells nothing', () => {
  const charge = {
    ...{ object: 'charge', amount: 5_000, currency: 'eur', payment_intent: 'pi_1', failure_code: 'debit_disputed' },
    metadata: { kontor: reference },
  }
  const back = told('charge.failed', { ...charge, failure_balance_transaction: 'txn_1' })
  expect(outcomes(back)).toEqual([{ is: 'undone', reason: 'debit_disputed' }])
  expect(told('charge.failed', { ...charge, failure_balance_transaction: null })).toEqual([])
})

it('A failed authentication is nobody’s decision to leave: the bank could not tell who he is', () => {
  const last_payment_error = { code: 'payment_intent_authentication_failure' }
  const failed = told(
    'payment_intent.payment_failed',
    payment({ status: 'requires_payment_method', last_payment_error }),
  )
  expect(outcomes(failed)).toEqual([{ is: 'not_done', by: 'issuer', reason: 'authentication_failed' }])
})

it('What is without our reference, or about a dispute, names the payment', () => {
  const news = [{ about: 'payment', payment_id: 'pi_1' }]
  expect(told('payment_intent.succeeded', payment({ metadata: {} }))).toMatchObject(news)
  expect(told('charge.dispute.created', { object: 'dispute', payment_intent: 'pi_1' })).toMatchObject(news)
})

it('What is of the other mode, of another account or in words that nobody knows changes nothing (checks 12 and 14)', () => {
  const unknown = [{ about: 'unknown' }]
  expect(told('payment_intent.succeeded', payment({}), { livemode: true })).toMatchObject(unknown)
  expect(told('payment_intent.succeeded', payment({}), { account: 'acct_2' })).toMatchObject(unknown)
  expect(told('payment_intent.succeeded', payment({ status: 'new_word' }))).toMatchObject(unknown)
  expect(told('payment_intent.succeeded', payment({ currency: 'xxq' }))).toMatchObject(unknown)
  expect(told('payment_intent.succeeded', {})).toMatchObject(unknown)
  for (const body of ['', 'x', '[]', '{}']) expect(readNotification(connection, signed(body))).toMatchObject(unknown)
})

it("A signature is Stripe's: HMAC-SHA256 of the time, a dot and the body", () => {
  const body = '{"id":"evt_1"}'
  const v1 = 'f3ac0c93c23f69e2e6046d7f0e2c82c93d0403de0f8651457189ab70fbbfcaae'
  const raw = { headers: { 'stripe-signature': `t=1700000000,v1=${v1}` }, body }
  expect(() => readNotification(connection, raw)).toThrow('too old')
})

it('The form of a credential asks to select every kind of event that is read', () => {
  const { where } = stripeManifest.credential.find(({ name }) => name === 'webhook_secret') ?? {}
  const read = Object.entries(eventTypes).flatMap(([type, is]) => (is === 'nothing' ? [] : [type.split('.')[0] ?? '']))
  for (const text of Object.values(where ?? {}))
    expect([...new Set(read)].filter((kind) => !text.toLowerCase().replaceAll(' ', '_').includes(kind))).toEqual([])
  expect(read).toContain('charge')
})
