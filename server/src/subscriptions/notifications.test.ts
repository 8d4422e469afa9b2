import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { guardedPost } from '../platform/outgoing/guarded-post.ts'
import { webhookSecret } from '../platform/webhooks/secrets.ts'

interface Heard {
  headers: Record<string, string>
  body: string
}

let kontor: TestApp
let shop: MadeMerchant
let key: string
let listener: http.Server
let url: string
let heard: Heard[] = []
let answers: number[] = []

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [30], timeout_ms: 1_000 } })
  shop = await kontor.make.merchant()
  key = await kontor.make.apiKey(shop.merchant)
  listener = http.createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    heard.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() })
    reply.writeHead(answers.shift() ?? 200, { location: url }).end('heard')
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  listener.close()
  await kontor.stop()
})
afterEach(() => {
  heard = []
  answers = []
})

/** A subscription that was created and cancelled: two statuses to report. */
async function twoStatuses() {
  const statuses_subscription_update = ['CREATED', 'CANCELLED']
  const made = await kontor.post(key, '/v1/plan', {
    ...{ name: 'Told', payment_profile: shop.profile, amount: 100, interval: 'month' },
    ...{ statuses_subscription_update, webhook_subscription_update: url, email_subscription_update: 'a@shop.example' },
  })
  const customer = await kontor.make.customer(shop.merchant)
  const { body } = await kontor.post(key, '/v1/subscription', { plan: made.body.id, customer })
  await kontor.post(key, `/v1/subscription/${body.id}/cancel`)
  return body.id as string
}
const rowsOf = (id: string) =>
  kontor.databases.provider.selectFrom('webhook').selectAll().where('item_id', '=', id).orderBy('seq').execute()
const done = (id: string) =>
  until(
    () => rowsOf(id),
    (rows) => rows.every(({ outcome }) => outcome !== null),
  )

describe('a status that the plan wants told', () => {
  it('leaves signed, in order, and by mail as well', async () => {
    const id = await twoStatuses()
    await done(id)
    const verifier = new Webhook(webhookSecret(kontor.database.masterKey, shop.merchant, 0))
    const told = heard.map(({ headers, body }) => verifier.verify(body, headers) as { data: object })
    expect(told.map(({ data }) => data)).toMatchObject([
      { id, status: 'CREATED' },
      { id, status: 'CANCELLED' },
    ])
    const mails = await kontor.databases.provider.selectFrom('mail').select('template').execute()
    expect(mails.filter(({ template }) => template === 'subscription_update')).toHaveLength(2)
  })

  it('is told again until it is heard, and the next one waits for it', async () => {
    answers = [500, 503, 429]
    const id = await twoStatuses()
    expect((await done(id)).map(({ attempts, outcome, response_code }) => [attempts, outcome, response_code])).toEqual([
      [4, 'delivered', 200],
      [1, 'delivered', 200],
    ])
    expect(new Set(heard.slice(0, 4).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it.each([[404], [302]])('is not told again when the answer is %i, which nobody follows', async (code) => {
    answers = [code, 200]
    const id = await twoStatuses()
    expect((await done(id)).map(({ attempts, outcome }) => [attempts, outcome])).toEqual([
      [1, 'refused'],
      [1, 'delivered'],
    ])
    expect(heard).toHaveLength(2)
  })
})

describe('an address inside', () => {
  it('is not called, however it is written', async () => {
    const sender = guardedPost({ allowPrivate: false, timeout_ms: 1_000 })
    const port = (listener.address() as AddressInfo).port
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'])
      await expect(sender.post(`http://${host}:${port}`, {}, '{}')).rejects.toThrow()
    for (const host of ['169.254.169.254', '10.1.2.3', '192.168.1.1', '100.64.0.1', '[fd00::1]', '[64:ff9b::7f00:1]'])
      await expect(sender.post(`http://${host}`, {}, '{}')).rejects.toThrow(/^(?!.*timeout)/i)
    expect(heard).toEqual([])
    await sender.close()
  })
})
