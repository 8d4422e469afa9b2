import {
  type Connection,
  type Gateway,
  NotSent,
  OutcomeUnknown,
  type Report,
} from '../../server/src/processors/gateway.ts'

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
    { name: '500 and more (its key keeps the answer)', status: 500, body: stripe('api_error', 'error') },
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

/** What the adapter makes of each answer, found out by giving it. */
export async function answersOf(gateway: Gateway): Promise<string[][]> {
  const rows: string[][] = []
  for (const answer of [...(answers[gateway.manifest.name] ?? []), ...ofNetwork])
    rows.push([
      answer.name,
      await given(answer, () => gateway.authorize(connection, payment)),
      await given(answer, () => gateway.refund(connection, refund)),
    ])
  return rows
}

const money = { amount: 1_000, currency_code: 'EUR', reference: '01900000-0000-7000-8000-000000000001' }
const payment = {
  ...{ ...money, payment_product: 'ideal', capture: true, merchant_reference: 'R', payer_present: true },
  return_url: 'https://shop.example/',
}
const refund = { ...money, payment_id: 'P', payment: { amount: 1_000, merchant_reference: 'R' } }
const connection: Connection = {
  addresses: { api: 'https://gateway.invalid', checkout: 'https://gateway.invalid' },
  ...{ mode: 'test', credential: {}, timeout_ms: 1_000, onExchange: () => {} },
}

/** One answer takes the place of the network. */
async function given(answer: Answer, order: () => Promise<Report>): Promise<string> {
  const network = globalThis.fetch
  globalThis.fetch = async () => replyOf(answer)
  try {
    return wordsFor(await order().catch((error: unknown) => error))
  } finally {
    globalThis.fetch = network
  }
}

function replyOf({ status, body, headers = {}, code }: Answer): Response {
  if (status === undefined) throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
}

function wordsFor(said: unknown): string {
  if (said instanceof NotSent) return 'not begun: sent again after a pause'
  if (said instanceof OutcomeUnknown) return 'not known: asked for or repeated, as above'
  if (said instanceof Error) throw said
  const { outcome, operation } = said as Report
  if (outcome.is !== 'not_done') throw new Error(`an outcome that is ${outcome.is}`)
  const { by, elsewhere } = outcome
  const sayer = by === 'configuration' ? 'the credential is refused' : `the ${by} said no`
  if (!elsewhere) return `not done: ${sayer}`
  const other = operation === 'authorize' ? ', and another processor may take it,' : ''
  return `not done: ${sayer}${other} if nothing was sent before; not known otherwise`
}
