import type { ChargebackAnswer } from '../../contract/src/processors/capabilities.ts'
import {
  type Connection,
  FailureKept,
  type Gateway,
  NotSent,
  OutcomeUnknown,
  type Report,
  type RevocationOutcome,
} from '../../server/src/processors/gateway.ts'
import type { OrderKind } from '../../server/src/processors/manifest.ts'

interface Answer {
  name: string
  /** Absent: the network failed before there was one. */
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** A code of the network. */
  code?: string
}

const adyen = (errorCode: string, status: number, errorType = 'internal') => ({
  ...{ status, errorCode, message: "Adyen's own words", errorType },
})
const mollie = (status: number, detail = "Mollie's own words") => ({ status, title: 'Refused', detail })
const stripe = (type: string, code: string) => ({ error: { type, code } })

const ofNetwork: readonly Answer[] = [
  { name: 'no connection (refused, no such name, no trust)', code: 'ECONNREFUSED' },
  { name: 'the connection broke off, or the time ran out', code: 'ECONNRESET' },
  { name: 'a page of a proxy, with any status', status: 502, body: '<html>' },
  { name: 'a refusal that is not in its own words', status: 403, body: '<html>' },
]

const answers: Readonly<Record<string, readonly Answer[]>> = {
  adyen: [
    { name: '429', status: 429, body: adyen('29_001', 429) },
    {
      name: 'the header `transient-error: true`',
      status: 422,
      body: adyen('703', 422),
      headers: { 'transient-error': 'true' },
    },
    { name: '401', status: 401, body: adyen('000', 401, 'security') },
    { name: '403', status: 403, body: adyen('010', 403, 'security') },
    { name: '`errorCode` 901 (another merchant account)', status: 422, body: adyen('901', 422, 'security') },
    { name: '`errorCode` 704 (processed or in progress)', status: 422, body: adyen('704', 422) },
    { name: '400 or 422, `errorType` validation', status: 422, body: adyen('130', 422, 'validation') },
    { name: '400 or 422, any other', status: 422, body: adyen('167', 422) },
    { name: '408, 409 or 425', status: 409, body: adyen('905', 409) },
    { name: '500 and more', status: 500, body: adyen('905', 500) },
  ],
  stripe: [
    { name: '429', status: 429, body: stripe('invalid_request_error', 'rate_limit') },
    { name: '401', status: 401, body: stripe('invalid_request_error', 'api_key_expired') },
    { name: '403', status: 403, body: stripe('invalid_request_error', 'more_permissions_required') },
    { name: '402 `card_error`', status: 402, body: stripe('card_error', 'card_declined') },
    {
      name: '400 or 404 `invalid_request_error`',
      status: 400,
      body: stripe('invalid_request_error', 'parameter_invalid'),
    },
    {
      name: '`idempotency_error` (another request under the key)',
      status: 400,
      body: stripe('idempotency_error', 'other'),
    },
    { name: '409', status: 409, body: stripe('idempotency_error', 'idempotency_key_in_use') },
    { name: '500 and more', status: 500, body: stripe('api_error', 'error') },
  ],
  mollie: [
    { name: '429', status: 429, body: mollie(429) },
    { name: '503 (the bank or wallet is away)', status: 503, body: mollie(503) },
    { name: '401 or 403', status: 401, body: mollie(401) },
    { name: '400 or 422', status: 422, body: mollie(422) },
    { name: '404 or 410', status: 404, body: mollie(404) },
    { name: '408 or 425', status: 408, body: mollie(408) },
    { name: '409 (the key is at work)', status: 409, body: mollie(409) },
    { name: '500 and more', status: 500, body: mollie(500) },
  ],
}

const reference = '01900000-0000-7000-8000-000000000001'
/** In Mollie's form, as the others demand none. */
const paymentId = 'tr_1'

const stripePayment = {
  ...{ object: 'payment_intent', id: paymentId, amount: 1_000, currency: 'eur', status: 'requires_capture' },
  ...{ livemode: false, metadata: { kontor: reference } },
}
const molliePayment = {
  ...{ id: paymentId, mode: 'test', status: 'authorized', amount: { value: '10.00', currency: 'EUR' } },
  ...{ metadata: { kontor: reference }, _links: {}, _embedded: {} },
}

/** The answers to questions that come before the request of an order, by the address that they begin with. */
const asksFirst: Readonly<Record<string, readonly [string, unknown][]>> = {
  adyen: [
    [
      'POST /retrieveApplicableDefenseReasons',
      { disputeServiceResult: { success: true }, defenseReasons: [{ defenseReasonCode: 'R', satisfied: true }] },
    ],
  ],
  stripe: [
    ['GET /v1/payment_intents?', { data: [stripePayment], has_more: false }],
    ['GET /v1/payment_intents/', stripePayment],
  ],
  mollie: [
    ['GET /payments?', { _embedded: { payments: [molliePayment] }, _links: { next: null } }],
    ['GET /payments/', molliePayment],
  ],
}

type Told = Report | RevocationOutcome
type Orders = Readonly<Partial<Record<OrderKind, () => Promise<Told>>>>

/** The orders that the gateway takes. */
function ordersTo(gateway: Gateway): Orders {
  const takes = (answer: ChargebackAnswer) =>
    Object.values(gateway.manifest.products).some(({ answers: taken }) => taken.includes(answer))
  const { cancelReference } = gateway
  return {
    authorize: () => gateway.authorize(connection, payment),
    capture: () => gateway.capture(connection, ofPayment),
    void: () => gateway.void(connection, ofPayment),
    refund: () => gateway.refund(connection, ofPayment),
    ...(cancelReference && { cancel_reference: () => cancelReference(connection, { ...money, of: reference }) }),
    ...(takes('ACCEPT') && { accept: () => gateway.accept(connection, answering) }),
    ...(takes('DISPUTE') && { dispute: () => gateway.dispute(connection, { ...answering, evidence: [] }) }),
    revoke_card: () => gateway.revokeCard(connection, { reference, card_token: storedAt(gateway) }),
  }
}

/** A card that a gateway keeps, by its own ids. */
const keptCards: Readonly<Record<string, { card: string; holder: string }>> = {
  adyen: { card: '8416', holder: 'shopper' },
  stripe: { card: 'pm_1', holder: 'cus_1' },
  mollie: { card: 'mdt_1', holder: 'cst_1' },
}

function storedAt({ manifest: { name }, tokenOfKept }: Gateway): string {
  const kept = keptCards[name]
  const token = kept && tokenOfKept(kept)
  if (!token) throw new Error(`no card that ${name} keeps is known here`)
  return token
}

/** The reading of each answer to each order by the adapter, found out by giving it: the answer, the orders, and what follows. */
export async function answersOf(gateway: Gateway): Promise<[string, OrderKind[] | 'every', string][]> {
  const orders = Object.entries(ordersTo(gateway)) as [OrderKind, () => Promise<Told>][]
  const rows: [string, OrderKind[] | 'every', string][] = []
  for (const answer of [...(answers[gateway.manifest.name] ?? []), ...ofNetwork]) {
    const told = new Map<string, OrderKind[]>()
    for (const [kind, order] of orders) {
      const words = await given(answer, gateway, order, (said) => wordsFor(said, kind, gateway))
      told.set(words, [...(told.get(words) ?? []), kind])
    }
    for (const [words, kinds] of told) rows.push([answer.name, kinds.length === orders.length ? 'every' : kinds, words])
  }
  return rows
}

const money = { amount: 1_000, currency_code: 'EUR', reference }
const payment = {
  ...{ ...money, payment_product: 'ideal', capture: true, merchant_reference: 'R', payer_present: true },
  return_url: 'https://shop.example/',
}
const ofPayment = { ...money, payment_id: paymentId, payment: { amount: 1_000, merchant_reference: 'R' } }
const answering = { ...money, chargeback_id: 'D', payment: { id: paymentId, amount: 1_000, merchant_reference: 'R' } }
const connection: Connection = {
  addresses: Object.fromEntries(
    ['api', 'checkout', 'disputes', 'files'].map((name) => [name, 'https://gateway.invalid']),
  ),
  ...{ mode: 'test', credential: {}, timeout_ms: 1_000, onExchange: () => {} },
}

/** One answer takes the place of the network, after those to the questions that come first. */
async function given<T>(
  answer: Answer,
  { manifest: { name } }: Gateway,
  order: () => Promise<Told>,
  words: (said: unknown) => T,
): Promise<T> {
  const network = globalThis.fetch
  globalThis.fetch = async (url, { method = 'GET' } = {}) => {
    const request = `${method} ${String(url).replace('https://gateway.invalid', '')}`
    const [, body] = asksFirst[name]?.find(([start]) => request.startsWith(start)) ?? []
    return replyOf(body === undefined ? answer : { name: request, status: 200, body })
  }
  try {
    return words(await order().catch((error: unknown) => error))
  } finally {
    globalThis.fetch = network
  }
}

function replyOf({ status, body, headers = {}, code }: Answer): Response {
  if (status === undefined) throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
}

function wordsFor(said: unknown, kind: OrderKind, gateway: Gateway): string {
  if (said instanceof NotSent) return 'not begun: sent again after a pause'
  if (said instanceof FailureKept) return openWords(kind, gateway, true)
  if (said instanceof OutcomeUnknown) return openWords(kind, gateway, false)
  if (said instanceof Error) throw said
  // A call answers nothing else.
  const told = said as Told
  if ('status' in told)
    return told.status === 'REVOKED' ? 'done: the gateway keeps it no more' : 'not done: a person sees why'
  const { outcome } = told
  if (outcome.is !== 'not_done') throw new Error(`an outcome that is ${outcome.is}`)
  const { by, elsewhere } = outcome
  const sayer = by === 'configuration' ? 'the credential is refused' : `the ${by} said no`
  if (!elsewhere) return `not done: ${sayer}`
  const other = kind === 'authorize' ? ', and another processor may take it,' : ''
  return `not done: ${sayer}${other} if nothing was sent before; not known otherwise`
}

const safeTwice = 'not known: sent again under a new key, as it is safe twice'

/** The step that follows while the outcome is open. `isKept`: the key keeps the answer. */
function openWords(kind: OrderKind, { manifest, find }: Gateway, isKept: boolean): string {
  if (kind === 'revoke_card') return isKept ? safeTwice : 'not known: repeated until it is'
  const { key_h, by_reference } = manifest.knowing[kind]
  const canAsk = find !== undefined && by_reference !== false
  if (isKept) return canAsk ? 'not known: asked for, and not repeated while its key keeps the answer' : safeTwice
  if (canAsk) return 'not known: asked for or repeated, as above'
  return `not known: ${key_h === 0 ? 'not repeated, and parked' : 'repeated, as above'}`
}
