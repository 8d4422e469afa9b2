import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSandbox } from '../../sandbox/src/app.ts'
import { readSettings } from '../../sandbox/src/settings.ts'
import { createDatabase } from '../../sandbox/test/database.ts'
import { quickSandbox, startTestApp, type TestApp, until } from '../../server/test/harness.ts'
import type { MadeMerchant } from '../../server/test/make.ts'

let app: TestApp
let shop: MadeMerchant
let key: string
let url: string
let stop: () => Promise<void>

/** The shop of a sandbox that knows its Kontor. */
beforeAll(async () => {
  app = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [40], timeout_ms: 1_000 } })
  const store = await createDatabase()
  const settings = { ...quickSandbox, SANDBOX_DATABASE_URL: store.url, SANDBOX_KONTOR_URL: app.url }
  const sandbox = await buildSandbox(readSettings(settings))
  url = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  stop = async () => {
    await sandbox.close()
    await store.drop()
  }
  shop = await app.make.merchant()
  key = await app.make.apiKey(shop.merchant)
  await app.connect(shop.merchant)
})
afterAll(async () => {
  await stop()
  await app.stop()
})

const send = (path: string, fields: Record<string, string>) =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) }).then((response) => response.text())
const page = () => fetch(`${url}/shop`).then((response) => response.text())
const payment = (order: string, more = {}) =>
  send('/shop/payments', { key, order, amount: '2500', payment_profile: '', card_token: 'test_visa', ...more })
const paid = async () => (await app.get(key, '/v1/transaction')).body as { id: string; merchant_reference: string }[]

it('the shop of the sandbox takes a payment by the client, once for each order, and says why it takes none', async () => {
  expect(await page()).toMatch(/name="order" value="order-[0-9a-f-]{36}"/)
  const answers = await Promise.all([payment('order-1'), payment('order-1')])
  const [one] = await paid()
  expect(await paid()).toMatchObject([{ merchant_reference: 'order-1' }])
  for (const answer of answers) expect(answer).toContain(`<code>${one?.id}</code> is <code>SETTLEMENT_REQUESTED</code>`)
  expect(await payment('order-2', { amount: '25.5' })).toContain('must_be_a_safe_integer')
  expect(await payment('order-3', { key: 'kontor_nobody' })).toContain('Not paid')
  expect(await payment('order-4', { card_token: 'test_3ds_required' })).toContain('Go on to the bank')
  expect(await paid()).toHaveLength(2)
})

it('it believes the webhooks of its secret, and refuses others', async () => {
  await app.post(key, `/v1/paymentprofile/${shop.profile}`, { webhook_transaction_update: `${url}/shop` })
  const owner = await app.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const [{ secret }] = (await app.post(owner, '/v1/apisetting/webhooksecret/reveal')).body
  const delivery = async (order: string) => {
    await payment(order)
    const last = () => app.get(key, '/v1/webhook?_limit=1&_sort=created_at').then(({ body }) => body[0])
    return until(last, (seen) => seen && seen.delivery !== 'WAITING')
  }
  await send('/shop/secrets', { secrets: `whsec_${btoa('another secret, which is long enough')} ${secret}` })
  expect(await delivery('order-5')).toMatchObject({ delivery: 'DELIVERED', response_code: 204 })
  expect(await page()).toContain('<p>Verified: transaction.updated')
  const forged = await fetch(`${url}/shop`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': '1',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,AAAA',
    },
    body: '{"type":"transaction.updated"}',
  })
  expect(forged.status).toBe(400)
  expect(await page()).toContain('<p>Refused: too_old</p>')
})
