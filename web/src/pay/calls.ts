import {
  checkoutViewEndpoint,
  openCheckoutEndpoint,
  payCheckoutEndpoint,
} from '@kontor/contract/checkout/checkout.endpoints'
import type { CheckoutOrder } from '@kontor/contract/checkout/checkout.schemas'
import { type BodyOf, type Endpoint, pathOf, type ReplyOf } from '@kontor/contract/endpoint'

// An address without one is that of no link.
const token = location.pathname.split('/')[2] || '-'

/** The server understood and said no; its code is a text of the page. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** This tab's last press of the button: a reload, or the way back from the bank, finds its payment again. */
const attemptKey = `kontor.pay.${token.slice(-16)}`
export const lastAttempt = () => sessionStorage.getItem(attemptKey) ?? ''
export const keepAttempt = (attempt: string) => sessionStorage.setItem(attemptKey, attempt)
export const forgetAttempt = () => {
  sessionStorage.removeItem(attemptKey)
  sessionStorage.removeItem(choiceKey)
}

/** How this payer wanted to pay: after a decline, or back from the bank, it need not be said again. */
const choiceKey = `${attemptKey}.choice`
export const keepChoice = (product: string, amount = '') =>
  sessionStorage.setItem(choiceKey, JSON.stringify({ product, amount }))
export const lastChoice = (): { product?: string; amount?: string } =>
  JSON.parse(sessionStorage.getItem(choiceKey) ?? '{}')

export const look = () => call(checkoutViewEndpoint, ownAttempt())
/** What tells that somebody sees the page: only a browser that runs it says so. */
export const open = () => call(openCheckoutEndpoint, ownAttempt(), {})
export const pay = (order: CheckoutOrder) => call(payCheckoutEndpoint, '', order)

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
