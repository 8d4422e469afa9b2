import { createHash, randomUUID } from 'node:crypto'
import { STRIPE_VERSION } from '../../../src/processors/stripe/stripe.manifest.ts'
import type { Answer, Books, Entry, FakeKind, OwnScene, Received } from '../fake-gateway.ts'
import { openStripe } from './stripe.document.ts'

export const secretKey = 'sk_test_51Kontor'

export interface FakePayment {
  id: string
  status: string
  amount: number
  currency: string
  latest_charge: string | null | object
  metadata: Record<string, string>
  [more: string]: unknown
}

interface FakeDispute {
  id: string
  amount: number
  reason: string
  status: string
  payment_intent: string
  [more: string]: unknown
}

export interface StripeFake {
  kind: FakeKind
  payments: Map<string, FakePayment>
  refunds: (Record<string, unknown> & { id: string; payment_intent: string; metadata: Record<string, string> | null })[]
  disputes: FakeDispute[]
  /** Newest first, each with what it consists of. */
  payouts: { payout: Record<string, unknown> & { id: string; created: number }; moved: (object & { id: string })[] }[]
  /** Payments that others made now: the search does not have them yet, and the list has no end of them. */
  hides: { fromSearch: boolean; fromList: boolean }
}

export function stripeFake(): StripeFake {
  const fake: StripeFake = {
    payments: new Map(),
    refunds: [],
    disputes: [],
    payouts: [],
    hides: { fromSearch: false, fromList: false },
    kind: {
      document: openStripe(),
      form: 'form',
      key: { header: 'idempotency-key', longest: 255 },
      refuseCredential: ({ headers }) =>
        headers['authorization'] === `Bearer ${secretKey}`
          ? undefined
          : failed(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }),
      rules,
      isQuestion: ({ operation: { method, path } }) =>
        method === 'GET' || ['/v1/files', '/v1/customers'].includes(path),
      answer: (received, scene, books) => answer(fake, received, scene, books),
      busy: () => ({
        ...failed(429, { type: 'invalid_request_error', code: 'lock_timeout' }),
        headers: { 'retry-after': '2' },
      }),
      broken: () => failed(500, { type: 'api_error', message: 'An error occurred' }),
      keepsBroken: true,
      underWay: () => failed(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }),
      replayHeaders: { 'idempotent-replayed': 'true' },
    },
  }
  return fake
}

const failed = (status: number, error: object): Answer => ({ status, body: { error } })
const stateRefused = failed(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' })
const missing = failed(404, { type: 'invalid_request_error', code: 'resource_missing' })

/** Bancontact and EPS are paid from an account in euros, whose holder Stripe wants to know. */
function isOfAccount({ payment_method_data, currency }: Received['body']): boolean {
  // The cast is safe: the document was checked before.
  const { type, billing_details } = (payment_method_data ?? {}) as {
    type?: string
    billing_details?: { name?: string }
  }
  return !['bancontact', 'eps'].includes(type ?? '') || (currency === 'eur' && Boolean(billing_details?.name))
}

/** A direct debit needs an authority of its payer, and the account; BLIK a code. */
function isOfPayer({ payment_method_data, payment_method_options, mandate_data, currency }: Received['body']): boolean {
  // The cast is safe: the document was checked before.
  const method = (payment_method_data ?? {}) as {
    type?: string
    sepa_debit?: { iban?: string }
    billing_details?: { name?: string; email?: string }
  }
  const { name, email } = method.billing_details ?? {}
  if (method.type === 'sepa_debit')
    return currency === 'eur' && Boolean(method.sepa_debit?.iban && name && email && mandate_data)
  const { blik } = (payment_method_options ?? {}) as { blik?: { code?: string } }
  return method.type !== 'blik' || (currency === 'pln' && /^\d{6}$/.test(blik?.code ?? ''))
}

/** What Stripe demands beyond its types. */
function rules({ operation: { method, path }, headers, key, body }: Received): string[] {
  const of = (problem: string, isProblem: boolean) => (isProblem ? [problem] : [])
  const { amount, currency = '', customer, payment_method, payment_method_data, off_session, return_url } = body
  const isPayment = method === 'POST' && path === '/v1/payment_intents'
  return [
    ...Object.entries(choices).flatMap(([name, words]) =>
      of(`an unknown word for ${name}`, body[name] !== undefined && !words.includes(String(body[name]))),
    ),
    ...of('another version', headers['stripe-version'] !== STRIPE_VERSION),
    ...of('a POST without a key', method === 'POST' && !key),
    ...of('a currency in capitals', String(currency) !== String(currency).toLowerCase()),
    ...of('an amount that is none', amount !== undefined && !/^[1-9]\d*$/.test(String(amount))),
    ...of(
      'no amount of its currency',
      amount !== undefined && Number(amount) % (multiples[String(currency)] ?? 1) !== 0,
    ),
    ...(isPayment
      ? [
          ...of('no method', !payment_method === !payment_method_data),
          ...of(
            'a payer who is away and has stored nothing',
            off_session !== undefined && !(customer && payment_method),
          ),
          ...of('no address to return to', off_session === undefined && return_url === undefined),
          ...of('no list of products', !Array.isArray(body['allowed_payment_method_types'])),
          ...of(
            'a descriptor that is not for cards',
            String(body['allowed_payment_method_types']) === 'card' && body['statement_descriptor'] !== undefined,
          ),
          ...of('a product that wants a name in euros', !isOfAccount(body)),
          ...of('a product without what its payer gives', !isOfPayer(body)),
          ...of('a method to be kept for nobody', body['setup_future_usage'] !== undefined && !customer),
        ]
      : []),
  ]
}
/** Stripe's types let any word pass for these; its document does not. */
const choices: Readonly<Record<string, readonly string[]>> = {
  capture_method: ['automatic', 'automatic_async', 'manual'],
  setup_future_usage: ['off_session', 'on_session'],
  off_session: ['one_off', 'recurring', 'true', 'false'],
  cancellation_reason: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'],
}
const multiples: Record<string, number> = { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 }

function answer(fake: StripeFake, received: Received, scene: OwnScene, books: Books): Answer {
  const { operation, params, query, body } = received
  const payment = fake.payments.get(params['intent'] ?? '')
  const since = <T extends { id: string }>(all: readonly (T & { created?: unknown })[]) =>
    all
      .filter(({ created }) => Number(created) >= Number(query['created[gte]'] ?? 0))
      .filter(({ created }) => Number(created) < Number(query['created[lt]'] ?? Number.POSITIVE_INFINITY))
  switch (`${operation.method} ${operation.path}`) {
    case 'GET /v1/account':
      return { status: 200, body: { id: 'acct_1Kontor', object: 'account' } }
    case 'POST /v1/customers':
      return { status: 200, body: { id: idOf('cus', received), object: 'customer', livemode: false, metadata: {} } }
    case 'POST /v1/files': {
      const file = {
        id: idOf('file', received),
        object: 'file',
        purpose: body['purpose'],
        size: 1,
        filename: body['file'],
      }
      return { status: 200, body: file }
    }
    case 'POST /v1/payment_intents':
      return pay(fake, received, scene, books)
    case 'GET /v1/payment_intents':
      if (!fake.hides.fromList) return pageOf(since([...fake.payments.values()].reverse()), received)
      return { status: 200, body: { object: 'list', data: [ofOthers()], has_more: true, url: operation.path } }
    case 'GET /v1/payment_intents/search': {
      const [, reference] = /^metadata\['kontor'\]:'([\w-]+)'$/.exec(query['query'] ?? '') ?? []
      const found = [...fake.payments.values()].filter(({ metadata }) => metadata['kontor'] === reference)
      const data = fake.hides.fromSearch ? [] : found
      const page = { object: 'search_result', data, has_more: false, url: operation.path, next_page: null }
      return { status: 200, body: page }
    }
    case 'GET /v1/payment_intents/{intent}':
      if (payment) comeBack(payment, books, scene)
      return payment ? { status: 200, body: payment } : missing
    case 'POST /v1/payment_intents/{intent}/capture':
      return payment ? capture(payment, received, scene, books) : missing
    case 'POST /v1/payment_intents/{intent}/cancel':
      return payment ? cancel(payment, received, scene, books) : missing
    case 'POST /v1/refunds':
      return refund(fake, received, scene, books)
    case 'GET /v1/refunds': {
      if (query['created[gte]'] !== undefined) return pageOf(since(fake.refunds), received)
      const data = fake.refunds.filter(({ payment_intent }) => payment_intent === query['payment_intent'])
      return { status: 200, body: { object: 'list', data, has_more: false, url: operation.path } }
    }
    case 'GET /v1/payment_methods/{payment_method}':
      return { status: 200, body: methodOf(params['payment_method'] ?? '', null) }
    case 'POST /v1/payment_methods/{payment_method}/detach':
      return detach(received, books)
    case 'GET /v1/disputes': {
      if (query['created[gte]'] !== undefined) return pageOf(since(fake.disputes), received)
      const data = fake.disputes.filter(({ payment_intent }) => payment_intent === query['payment_intent'])
      return { status: 200, body: { object: 'list', data, has_more: false, url: operation.path } }
    }
    case 'GET /v1/payouts': {
      const since = Number(query['created[gte]'] ?? 0)
      return pageOf(
        fake.payouts.map(({ payout }) => payout).filter(({ created }) => created >= since),
        received,
      )
    }
    case 'GET /v1/balance_transactions': {
      const paid = fake.payouts.filter(({ payout }) => query['payout'] === undefined || payout.id === query['payout'])
      return pageOf(
        paid.flatMap(({ moved }) => moved),
        received,
      )
    }
    default:
      return answerDispute(fake, received, scene, books)
  }
}

function pageOf(all: readonly (object & { id: string })[], { query, operation }: Received): Answer {
  const begin = all.findIndex(({ id }) => id === query['starting_after']) + 1
  const data = all.slice(begin, begin + Number(query['limit'] ?? 10))
  const has_more = begin + data.length < all.length
  return { status: 200, body: { object: 'list', data, has_more, url: operation.path } }
}

const idOf = (prefix: string, { key = '', text }: Received) =>
  `${prefix}_${createHash('sha256')
    .update(key || text)
    .digest('hex')
    .slice(0, 20)}`

const asBegun = {
  ...{ object: 'payment_intent', amount_capturable: 0, amount_received: 0, cancellation_reason: null },
  ...{ livemode: false, next_action: null, latest_charge: null, last_payment_error: null, status: 'processing' },
}

/** A payment that another program made just now. */
export const ofOthers = (created = now()): FakePayment => ({
  ...{ ...asBegun, id: `pi_${randomUUID()}`, amount: 100, currency: 'eur', metadata: {}, capture_method: 'automatic' },
  ...{ created, description: null, customer: null, payment_method: 'pm_other', setup_future_usage: null },
})

function pay(fake: StripeFake, received: Received, scene: OwnScene, books: Books): Answer {
  const { body } = received
  const id = idOf('pi', received)
  const metadata = body['metadata'] as Record<string, string>
  const asked = { amount: Number(body['amount']), currency: String(body['currency']) }
  const payment: FakePayment = {
    ...{ ...asBegun, id, ...asked, capture_method: body['capture_method'], created: now(), metadata },
    description: body['description'] ?? null,
    ...{ customer: body['customer'] ?? null, payment_method: body['payment_method'] ?? 'pm_made' },
    setup_future_usage: body['setup_future_usage'] ?? null,
  }
  fake.payments.set(id, payment)
  const done = scene === 'done'
  const more = { payment, kind: String((body['allowed_payment_method_types'] as string[])[0]), back: scene }
  const own = { kind: 'authorize', id, payment_id: id, reference: metadata['kontor'] ?? '' } as const
  const entry = books.enter({ ...own, ...asked, done, more })
  if (scene === 'declined') {
    refuse(payment, { code: 'card_declined', decline_code: 'insufficient_funds' })
    return failed(402, { ...(payment['last_payment_error'] as object), payment_intent: payment })
  }
  if (scene === 'payer_cancels' || scene === 'sent_out_and_back') {
    payment.status = 'requires_action'
    const redirect_to_url = { url: `https://hooks.stripe.com/redirect/${id}`, return_url: String(body['return_url']) }
    payment['next_action'] = { type: 'redirect_to_url', redirect_to_url }
  }
  if (scene === 'pending' && more.kind === 'blik') {
    payment.status = 'requires_action'
    payment['next_action'] = { type: 'blik_authorize', blik_authorize: {} }
  }
  if (done) approve(entry)
  return { status: 200, body: payment }
}

/** The payer comes back from his bank, when the payment is asked for. */
function comeBack(payment: FakePayment, books: Books, scene: OwnScene) {
  const entry = books.find(payment.id)
  if (payment.status !== 'requires_action' || !entry) return
  // He never does.
  if (entry.more?.['left'] === true) return
  // He is sent on to another page.
  if (scene === 'sent_out_and_back') return
  payment['next_action'] = null
  if (scene === 'pending') payment.status = 'processing'
  else if (scene === 'declined') refuse(payment, { code: 'card_declined', decline_code: 'insufficient_funds' })
  else if (scene === 'done' && entry.more?.['back'] === 'sent_out_and_back') approve(entry)
  else refuse(payment, { code: 'payment_method_customer_decline' })
}

function now(): number {
  return Math.floor(Date.now() / 1_000)
}

export function refuse(payment: FakePayment, error: object) {
  payment.status = 'requires_payment_method'
  payment['last_payment_error'] = { type: 'card_error', message: 'It was declined', ...error }
}

export function approve(entry: Entry) {
  const payment = entry.more?.['payment'] as FakePayment
  entry.done = true
  const isManual = payment['capture_method'] === 'manual'
  payment.status = isManual ? 'requires_capture' : 'succeeded'
  payment['amount_received'] = isManual ? 0 : payment.amount
  payment.latest_charge = chargeOf(payment, String(entry.more?.['kind']))
}

const threeDSecure = {
  ...{ authentication_flow: null, electronic_commerce_indicator: null, exemption_indicator: null, result_reason: null },
  ...{ result: 'authenticated', transaction_id: null, version: null },
}
const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031, three_d_secure: threeDSecure }

export function chargeOf({ id, amount, currency, metadata, payment_method, status }: FakePayment, type: string) {
  const captured = status === 'succeeded'
  return {
    ...{
      id: id.replace('pi_', 'ch_'),
      object: 'charge',
      amount,
      amount_captured: captured ? amount : 0,
      captured,
      currency,
    },
    ...{ failure_code: null, failure_balance_transaction: null, livemode: false, metadata, paid: true },
    ...{ status: 'succeeded', payment_intent: id, payment_method },
    payment_method_details: { type, ...(type === 'card' && { card }), ...(type === 'paypal' && { paypal: {} }) },
  }
}

function capture(payment: FakePayment, received: Received, scene: OwnScene, books: Books): Answer {
  const amount = Number(received.body['amount_to_capture'])
  const metadata = received.body['metadata'] as Record<string, string>
  if (scene !== 'done' || payment.status !== 'requires_capture' || amount > payment.amount) return stateRefused
  Object.assign(payment, { status: 'succeeded', amount_received: amount })
  Object.assign(payment.metadata, metadata)
  const { id, currency } = payment
  const reference = metadata['kontor_capture'] ?? ''
  books.enter({ kind: 'capture', id, payment_id: id, reference, amount, currency, done: true, more: { payment } })
  return { status: 200, body: payment }
}

function cancel(payment: FakePayment, received: Received, scene: OwnScene, books: Books): Answer {
  const isOpen = ['requires_capture', 'requires_action', 'requires_payment_method', 'requires_confirmation'].includes(
    payment.status,
  )
  if (scene !== 'done' || !isOpen) return stateRefused
  const cancellation_reason = String(received.body['cancellation_reason'])
  Object.assign(payment, { status: 'canceled', cancellation_reason })
  const kind = cancellation_reason === 'abandoned' ? 'cancel_reference' : 'void'
  const { id, amount, currency } = payment
  const reference = received.key ?? ''
  books.enter({ kind, id, payment_id: id, reference, amount, currency, done: true, more: { payment } })
  return { status: 200, body: payment }
}

function refund(fake: StripeFake, received: Received, scene: OwnScene, books: Books): Answer {
  const { body } = received
  const payment = fake.payments.get(String(body['payment_intent']))
  if (!payment) return missing
  const before = fake.refunds.filter(
    ({ payment_intent, status }) => payment_intent === payment.id && status !== 'failed',
  )
  const left = Number(payment['amount_received']) - before.reduce((sum, each) => sum + Number(each['amount']), 0)
  if (scene !== 'done' || Number(body['amount']) > left)
    return failed(400, { type: 'invalid_request_error', code: 'charge_already_refunded' })
  const metadata = body['metadata'] as Record<string, string>
  const { currency } = payment
  const [id, amount] = [idOf('re', received), Number(body['amount'])]
  const made = {
    ...{ id, object: 'refund', amount, created: now(), currency, metadata, reason: null, status: 'succeeded' },
    payment_intent: payment.id,
  }
  fake.refunds.push(made)
  const reference = metadata['kontor'] ?? ''
  const payment_id = payment.id
  books.enter({ kind: 'refund', id, payment_id, reference, amount, currency, done: true, more: { refund: made } })
  return { status: 200, body: made }
}

function detach({ params, key = '' }: Received, books: Books): Answer {
  const id = params['payment_method'] ?? ''
  if (books.entries.some((entry) => entry.kind === 'revoke_card' && entry.id === id))
    return failed(400, { type: 'invalid_request_error', code: 'payment_method_unexpected_state' })
  const none = { payment_id: '', amount: 0, currency: '' }
  books.enter({ kind: 'revoke_card', id, reference: key, done: true, ...none })
  return { status: 200, body: methodOf(id, null) }
}

const methodOf = (id: string, customer: string | null) => ({
  ...{ id, object: 'payment_method', created: 1, livemode: false, type: 'card', customer },
})

/** The payer's bank charges a payment back. */
export function disputed(fake: StripeFake, payment: FakePayment): FakeDispute {
  const made: FakeDispute = {
    ...{ id: payment.id.replace('pi_', 'du_'), object: 'dispute', amount: payment.amount, created: now() },
    ...{ currency: payment.currency, livemode: false, metadata: {}, reason: 'fraudulent', status: 'needs_response' },
    ...{ network_reason_code: '10.4', payment_intent: payment.id, charge: payment.id.replace('pi_', 'ch_') },
    evidence_details: { due_by: Date.UTC(2030, 0, 10, 12) / 1_000 },
  }
  fake.disputes.push(made)
  return made
}

/** Any dispute may be answered once, also one that was not made here. */
function answerDispute(
  fake: StripeFake,
  { operation, params, body, key = '' }: Received,
  scene: OwnScene,
  books: Books,
): Answer {
  const id = params['dispute'] ?? ''
  const known = fake.disputes.find((each) => each.id === id)
  if (operation.method === 'GET') return known ? { status: 200, body: known } : missing
  const kind = operation.path.endsWith('/close') ? 'accept' : 'dispute'
  if (scene !== 'done' || books.entries.some((entry) => entry.id === id)) {
    const message = 'This dispute is already closed'
    return failed(400, { type: 'invalid_request_error', message })
  }
  if (kind === 'dispute' && String(body['submit']) !== 'true') return missing
  books.enter({ kind, id, payment_id: '', reference: key, amount: 0, currency: '', done: true, more: { ...body } })
  const status = kind === 'accept' ? 'lost' : 'under_review'
  if (known) return { status: 200, body: Object.assign(known, { status, metadata: body['metadata'] ?? {} }) }
  const dispute = {
    ...{ id, object: 'dispute', amount: 5_000, created: 1, currency: 'eur', livemode: false, metadata: {} },
    ...{
      reason: 'fraudulent',
      status,
      payment_intent: 'pi_1',
      charge: 'ch_1',
    },
  }
  return { status: 200, body: dispute }
}

interface MovedAs {
  reporting_category: string
  amount: number
  fee: number
  source: 'charge' | 'refund' | 'dispute' | null
  currency?: string
  /** What the payer saw, where it is another currency. */
  facing?: { amount: number; currency: string }
  /** Our notes: of a charge or dispute those of its payment, of a refund its own. */
  notes?: Record<string, string>
  payment?: string
}

/** Stripe pays out, and takes from the account what is paid out. */
export function paidOut(
  fake: StripeFake,
  payout: { id: string; created: number; reconciliation_status?: string; moved: readonly MovedAs[] },
) {
  const { id, created, reconciliation_status = 'completed' } = payout
  const currency = payout.moved[0]?.currency ?? 'eur'
  const amount = payout.moved.reduce((sum, each) => sum + each.amount - each.fee, 0)
  const made = {
    ...{ id, object: 'payout', amount, automatic: reconciliation_status !== 'not_applicable', created, currency },
    ...{ livemode: false, reconciliation_status, status: 'paid' },
  }
  const out = { reporting_category: 'payout', type: 'payout', amount: -amount, fee: 0, source: made }
  const moved = [...payout.moved.map((each, at) => ({ ...each, ...movedAs(fake, each, at + 1) })), out]
  const entry = {
    payout: made,
    moved: moved.map(({ reporting_category, amount: moves, fee, source, ...each }, at) => ({
      ...{ id: `txn_${id}_${at}`, object: 'balance_transaction', amount: moves, fee, net: moves - fee, created },
      ...{ currency, reporting_category, source, status: 'available', type: 'type' in each ? each.type : 'charge' },
    })),
  }
  fake.payouts.unshift(entry)
  return entry
}

function movedAs(
  fake: StripeFake,
  { source, amount, currency = 'eur', facing, notes = {}, payment }: MovedAs,
  at: number,
) {
  if (source === null) return { source: null }
  const id = payment ?? `pi_of_txn_${at}`
  const seen = facing ?? { amount: Math.abs(amount), currency }
  const metadata = source === 'refund' ? {} : notes
  const of: FakePayment = fake.payments.get(id) ?? {
    ...{ id, object: 'payment_intent', ...seen, amount_capturable: 0, amount_received: seen.amount, metadata },
    ...{
      cancellation_reason: null,
      capture_method: 'automatic',
      created: 1,
      description: null,
      livemode: false,
      next_action: null,
    },
    ...{ customer: null, payment_method: 'pm_1', latest_charge: null, last_payment_error: null },
    ...{ setup_future_usage: null, status: 'succeeded' },
  }
  const whole = { payment_intent: of, ...seen, metadata: {}, created: 1 }
  if (source === 'charge') return { source: { ...chargeOf(of, 'card'), payment_intent: of } }
  if (source === 'refund')
    return {
      source: { ...whole, metadata: notes, id: `re_of_txn_${at}`, object: 'refund', reason: null, status: 'succeeded' },
    }
  const dispute = { reason: 'fraudulent', status: 'lost', network_reason_code: '10.4', charge: 'ch_1', livemode: false }
  return { source: { ...whole, ...dispute, id: `du_of_txn_${at}`, object: 'dispute' } }
}
