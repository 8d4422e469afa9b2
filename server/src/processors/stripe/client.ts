import { z } from 'zod'
import { type Connection, FailureKept, type Money, NoAnswer, type NotDone, NotSent } from '../gateway.ts'
import { askedPause, type Sent, send } from '../http.ts'
import type { ProductFacts } from '../manifest.ts'
import { theirMoney } from '../reading/gateway-money.ts'
import { STRIPE_VERSION, stripeManifest } from './stripe.manifest.ts'
import { errorCodes } from './words.ts'

/** Stripe's own words for a request that it did not carry out. A proxy's page is none. */
const failure = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    decline_code: z.string().nullish(),
    message: z.string().nullish(),
    payment_intent: z.unknown().optional(),
  }),
})

interface Call {
  method: 'GET' | 'POST'
  path: string
  /** The form, or the query of a GET. */
  form?: Form
  /** The idempotency key. */
  key?: string
  noteReply?: Sent['noteReply']
}

/** A form's values. What is undefined is not sent. */
export interface Form {
  [name: string]: string | number | boolean | undefined | Form | readonly string[]
}

/** Sends one request. What Stripe answered, or a `Refusal`. Throws `NotSent` and `OutcomeUnknown`. */
export function call(connection: Connection, { method, path, form = {}, key, noteReply }: Call): Promise<unknown> {
  const text = encoded(form)
  const url = `${connection.addresses['api']}${path}`
  return exchange(
    connection,
    method === 'GET'
      ? { method, url: text ? `${url}?${text}` : url, headers: {}, ...(noteReply && { noteReply }) }
      : { method, url, headers: { 'content-type': 'application/x-www-form-urlencoded', ...keyed(key) }, body: text },
  )
}

export const keyed = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key }

/** As `call`, for a request that is made already. */
export async function exchange(connection: Connection, sent: Sent): Promise<unknown> {
  const secret = connection.credential['secret_key'] ?? ''
  const headers = { authorization: `Bearer ${secret}`, 'stripe-version': STRIPE_VERSION, ...sent.headers }
  const reply = await send(connection, { ...sent, headers })
  if (reply.status === 200) return reply.body
  const said = failure.safeParse(reply.body).data?.error
  const words = [`answered ${reply.status}`, said?.type, said?.code].filter(Boolean).join(' ')
  if (reply.status === 429 && said) throw new NotSent(words, askedPause(reply))
  const outcome = said && refusalOf(reply.status, said)
  if (said && reply.status >= 500 && 'idempotency-key' in headers)
    throw new FailureKept(words, { isRepeated: reply.headers.get('idempotent-replayed') === 'true' })
  if (!outcome) throw new NoAnswer(words)
  return new Refusal(outcome, said.payment_intent, reply.status === 404 || said.code === 'resource_missing')
}

/** An answer that says that the work was not done and will not be. */
export class Refusal {
  readonly outcome: NotDone
  /** The payment as it stands, where the refusal is about one. */
  readonly payment: unknown
  /** True: Stripe does not see what the request is about. */
  readonly isMissing: boolean

  constructor(outcome: NotDone, payment: unknown, isMissing: boolean) {
    this.outcome = outcome
    this.payment = payment
    this.isMissing = isMissing
  }
}

/**
 * Undefined: the outcome stays open. Another request under the same key (409, or `idempotency_error`) may have been carried
 * out.
 */
function refusalOf(status: number, said: z.infer<typeof failure>['error']): NotDone | undefined {
  if (status === 401) return { ...configuration, reason: 'credential_refused' }
  if (status === 403) return { ...configuration, reason: 'not_permitted' }
  const { type, code, decline_code, message } = said
  const known = errorCodes[code ?? '']
  const reason = decline_code || known?.reason || code || message || type
  if (status === 402 && type === 'card_error') return { is: 'not_done', by: known?.by ?? 'issuer', reason }
  if ((status !== 400 && status !== 404) || type !== 'invalid_request_error') return undefined
  return { is: 'not_done', by: 'gateway', reason }
}
const configuration = { is: 'not_done', by: 'configuration', elsewhere: true } as const

/** `{ a: { b: 1 }, c: ['d'] }` is `a[b]=1&c[0]=d`. */
export function encoded(form: Form): string {
  const params = new URLSearchParams()
  const put = (name: string, value: Form[string]) => {
    if (value === undefined) return
    if (typeof value !== 'object') return params.append(name, String(value))
    for (const [inner, deeper] of Object.entries(value)) put(`${name}[${inner}]`, deeper)
  }
  for (const [name, value] of Object.entries(form)) put(name, value)
  return params.toString()
}

/** Our amount in Stripe's words. Undefined: Stripe has no such amount, so nothing may be sent. */
export function stripeMoney(
  money: Money,
  product?: Pick<ProductFacts, 'currencies'>,
): { amount: number; currency: string } | undefined {
  const theirs = theirMoney(stripeManifest.money, money, product)
  return theirs && { amount: theirs.minor, currency: theirs.currency.toLowerCase() }
}

export const noSuchAmount: NotDone = { is: 'not_done', by: 'gateway', reason: 'amount_not_possible', elsewhere: true }

/** Undefined: it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
