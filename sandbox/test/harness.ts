import { randomUUID } from 'node:crypto'
import { buildSandbox } from '../src/app.ts'
import { readSettings } from '../src/settings.ts'
import { createDatabase } from './database.ts'
import { startReceiver } from './receiver.ts'

export const secret = 'whsec_c2FuZGJveCB0ZXN0cyBzaWduIHdpdGggdGhpcw=='
export const apiKey = 'the-api-key-of-the-tests'
export const laterApiKey = 'later_the-api-key-of-the-tests'

/** Short delays, so that a test waits for an event and not for the clock. */
const quick = {
  SANDBOX_PORT: '0',
  SANDBOX_SETTLE_AFTER_MS: '50',
  SANDBOX_PENDING_FOR_MS: '50',
  SANDBOX_CHARGEBACK_AFTER_MS: '50',
  SANDBOX_LATE_SUCCESS_AFTER_MS: '50',
  SANDBOX_UNDO_AFTER_MS: '50',
  SANDBOX_LATE_NOTIFICATION_MS: '1000',
  SANDBOX_SLOW_REPLY_MS: '100',
  SANDBOX_NOTIFY_RETRY_MS: '20',
  SANDBOX_POLL_MS: '10',
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/** A sandbox with a database and a receiver of its own, and one account `shop`. */
export async function startHarness(settings: Record<string, string> = {}, key = apiKey) {
  const database = await createDatabase()
  const receiver = await startReceiver()
  const environment = { ...quick, SANDBOX_DATABASE_URL: database.url, ...settings }
  const sandbox = await buildSandbox(readSettings(environment))
  const url = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  await putAccount(url, receiver.url, key)
  const stop = async () => {
    await sandbox.close()
    await receiver.stop()
    await database.drop()
  }
  return { url, environment, receiver, stop, ...callsTo(url, key) }
}

export const putAccount = (url: string, notification_url: string, api_key = apiKey) =>
  fetch(`${url}/v1/accounts/shop`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key, notification_url, notification_secret: secret }),
  })

export function callsTo(url: string, key = apiKey) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const send = (path: string, body: object, signal?: AbortSignal) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null })
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers })
    return { http: response.status, ...(await readObject(response)) }
  }
  const lookUp = (reference: string) => get(`/v1/operations/${reference}`)
  const post = async (path: string, body: object) => {
    const response = await send(path, body)
    return { http: response.status, ...(await readObject(response)) }
  }
  const pay = (asked: Record<string, unknown> = {}) => post('/v1/payments', payment(asked))
  const letPass = (passed_ms: number) => post('/v1/clock', { passed_ms })
  return { send, get, post, lookUp, pay, letPass }
}

// biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields it is about
const readObject = async (response: Response): Promise<any> => response.json()

export const newReference = () => `ref-${randomUUID()}`

/** A card payment of 50.00, captured at once; `asked` overrides the fields that the test is about. */
export const payment = (asked: Record<string, unknown> = {}) => ({
  reference: newReference(),
  amount: 5_000,
  currency_code: 'EUR',
  payment_product: 'card',
  card_token: 'test_visa',
  capture: true,
  merchant_reference: 'Order 1',
  ...asked,
})

export const followUp = (asked: Record<string, unknown> = {}) => ({
  reference: newReference(),
  amount: 5_000,
  currency_code: 'EUR',
  ...asked,
})
