import {
  checkoutViewEndpoint,
  openCheckoutEndpoint,
  payCheckoutEndpoint,
} from '@kontor/contract/checkout/checkout.endpoints'
import type { CheckoutOrder } from '@kontor/contract/checkout/checkout.schemas'
import { type BodyOf, type Endpoint, pathOf, type ReplyOf } from '@kontor/contract/endpoint'
import { forget, keep, kept } from './kept.ts'

// An address without a token gets one that belongs to no link.
const token = location.pathname.split('/')[2] || '-'

/** The server refused the request; the code selects a text of the page. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** The last press of the button in this tab: after a reload, or on the way back from the bank, it finds its payment. */
const attemptKey = `kontor.pay.${token.slice(-16)}`
export const lastAttempt = () => kept(attemptKey) ?? ''
export const keepAttempt = (attempt: string) => keep(attemptKey, attempt)
export const forgetAttempt = () => {
  forget(attemptKey)
  forget(choiceKey)
}

/** The payer's method and amount: they are still filled in after a decline, or on return from the bank. */
const choiceKey = `${attemptKey}.choice`
export const keepChoice = (product: string, amount = '') => keep(choiceKey, JSON.stringify({ product, amount }))
export const lastChoice = (): { product?: string; amount?: string } => JSON.parse(kept(choiceKey) ?? '{}')

export const look = () => call(checkoutViewEndpoint, ownAttempt())
/** Tells the server that somebody sees the page: only a browser that runs the page sends this. */
export const open = () => call(openCheckoutEndpoint, ownAttempt(), {})
export const pay = (order: CheckoutOrder) => call(payCheckoutEndpoint, '', order)

/** False: our own server cannot be reached, so whatever just failed is no fault of what was typed. */
export const isConnected = (): Promise<boolean> =>
  look().then(
    () => true,
    (error) => error instanceof Refused,
  )

const ownAttempt = () => `?attempt=${lastAttempt()}`

async function call<E extends Endpoint>(endpoint: E, search: string, body?: BodyOf<E> | object): Promise<ReplyOf<E>> {
  const response = await fetch(pathOf(endpoint, { token }) + search, {
    method: endpoint.method,
    credentials: 'omit',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (response.ok) return response.json() as Promise<ReplyOf<E>>
  if (response.status >= 500) throw new Error(`answered ${response.status}`)
  const { code } = (await response.json()) as { code?: string }
  throw new Refused(code ?? 'invalid_request')
}
