import type { CheckoutOrder, CheckoutView } from '@kontor/contract/checkout/checkout.schemas'

const token = location.pathname.split('/')[2] ?? ''
const base = `/v1/pay/${encodeURIComponent(token)}`

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

export const look = () => call('GET', `${base}?attempt=${lastAttempt()}`)
/** What tells that somebody sees the page: only a browser that runs it says so. */
export const open = () => call('POST', `${base}/open?attempt=${lastAttempt()}`, {})
export const pay = (order: CheckoutOrder) => call('POST', `${base}/payments`, order)

async function call(method: string, path: string, body?: object): Promise<CheckoutView> {
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (response.ok) return response.json() as Promise<CheckoutView>
  if (response.status >= 500) throw new Error(`answered ${response.status}`)
  const { code } = (await response.json()) as { code?: string }
  throw new Refused(code ?? 'invalid_request')
}
