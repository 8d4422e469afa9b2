import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'

let kontor: TestApp
let shop: MadeMerchant
let key: string
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  kontor = await startTestApp({ logger: { level: 'info', stream }, outcomeWait_ms: 200 })
  shop = await kontor.make.merchant()
  key = await kontor.make.apiKey(shop.merchant)
  await kontor.connect(shop.merchant)
}, 60_000)
afterAll(() => kontor.stop())

const lineWith = async (isSo: (line: Record<string, unknown>) => boolean) => {
  await until(async () => lines.some(isSo), Boolean)
  return lines.find(isSo)
}

it('the line of a request says who asked, and for which merchant', async () => {
  await kontor.get(key, '/v1/transaction?merchant_reference=secret')
  const line = await lineWith(({ msg, actor }) => msg === 'request completed' && actor !== undefined)
  expect(line).toMatchObject({
    actor_kind: 'api_key',
    merchant: shop.merchant,
    actor: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(JSON.stringify(lines)).not.toContain(key)
})

it('the line of a job that breaks names the job, its payment and its merchant', async () => {
  await kontor.databases.provider
    .updateTable('processor')
    .set({ credential: randomBytes(64) })
    .where('id', '=', shop.processor)
    .execute()
  await kontor.post(key, '/v1/transaction', {
    payment_profile: shop.profile,
    amount: 5_000,
    payment_product: 'card',
    merchant_reference: 'Order 1',
    card_token: 'test_visa',
  })
  const { id } = await kontor.databases.provider
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', shop.merchant)
    .executeTakeFirstOrThrow()
  expect(await lineWith(({ work }) => work === 'outbox')).toMatchObject({
    topic: 'processor.authorize',
    merchant: shop.merchant,
    transaction: id,
    job: expect.stringMatching(/^[\da-f-]{36}$/),
  })
})
