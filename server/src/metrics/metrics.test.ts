import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { readDatabaseGauges } from './database-gauges.ts'
import { collectMetrics, type Metrics } from './metrics.ts'
import { type MetricsServer, serveMetrics } from './metrics-server.ts'

let kontor: TestApp
let metrics: Metrics
let server: MetricsServer
let isReady = true

beforeAll(async () => {
  kontor = await startTestApp()
  metrics = collectMetrics({
    databases: kontor.databases,
    providerUrl: kontor.database.providerUrl,
    version: '1.2.3',
    schema: '0001-first',
    isReady: async () => isReady,
  })
  server = await serveMetrics(metrics.registry, { host: '127.0.0.1', port: 0 }, (error) => {
    throw error
  })
}, 60_000)
afterAll(async () => {
  await server.close()
  metrics.stop()
  await kontor.stop()
})

const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
/** The values of a metric by their labels, as they are written. */
const valuesOf = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => /^(\w+)(\{[^}]*\})? (\S+)$/.exec(line))
      .filter((found) => found?.[1] === name)
      .map((found) => [found?.[2] ?? '', Number(found?.[3])]),
  )

it('a payment and what is done for it are counted, by patterns and names of few values', {
  timeout: 60_000,
}, async () => {
  const { make, post, get } = kontor
  const shop = await make.merchant()
  const key = await make.apiKey(shop.merchant)
  await kontor.connect(shop.merchant)
  const paid = await post(key, '/v1/transaction', {
    payment_profile: shop.profile,
    amount: 5_000,
    payment_product: 'card',
    merchant_reference: 'Order 1',
    card_token: 'test_visa',
  })
  expect(paid.status).toBe(201)
  await get(key, `/v1/transaction/${paid.body.id}`)
  await get('kontor_unknown', '/v1/transaction')
  await get('', `/nothing/${paid.body.id}`)
  const text = await until(
    scrape,
    (seen) =>
      seen.includes('kontor_processor_call_seconds_count') &&
      Object.values(valuesOf(seen, 'kontor_payments_recent')).length > 0 &&
      // Until the notifications of the sandbox are answered too.
      valuesOf(seen, 'kontor_http_requests_in_flight')[''] === 0,
  )

  const requests = valuesOf(text, 'kontor_http_requests_total')
  expect(requests['{method="POST",route="/v1/transaction",code="201"}']).toBe(1)
  expect(requests['{method="GET",route="/v1/transaction/:id",code="200"}']).toBe(1)
  expect(requests['{method="GET",route="/v1/transaction",code="401"}']).toBe(1)
  expect(valuesOf(text, 'kontor_processor_call_seconds_count')['{gateway="sandbox",outcome="2xx"}']).toBeGreaterThan(0)
  expect(valuesOf(text, 'kontor_outbox_try_seconds_count')['{topic="processor.authorize",result="ended"}']).toBe(1)
  expect(Object.values(valuesOf(text, 'kontor_payments_recent'))).toEqual([1])
  expect(valuesOf(text, 'kontor_db_transaction_seconds_count')['{pool="merchant",end="commit"}']).toBeGreaterThan(0)
  expect(valuesOf(text, 'kontor_db_pool_wait_seconds_count')['{pool="merchant"}']).toBeGreaterThan(0)
  expect(valuesOf(text, 'kontor_database_gauges_whole')).toEqual({ '': 1 })
  expect(valuesOf(text, 'kontor_partitions_ahead_days')['{table="transaction"}']).toBeGreaterThan(30)
  expect(valuesOf(text, 'kontor_build_info')).toEqual({
    [`{version="1.2.3",schema="0001-first",node="${process.version}"}`]: 1,
  })

  // Nothing of it is anybody's.
  for (const secret of [paid.body.id, shop.merchant, key, '127.0.0.1', '@']) expect(text.includes(secret)).toBe(false)
})

it('errors of the database are counted by their class', async () => {
  await sql`select 1 / 0`.execute(kontor.databases.provider).catch(() => {})
  expect(valuesOf(await scrape(), 'kontor_db_errors_total')['{pool="provider",class="22"}']).toBe(1)
})

it('what waits in the database is said with its age', async () => {
  const { database, databases } = kontor
  // Taken, so that the server’s own work does not try it meanwhile.
  await sql`insert into mail (id, template, sealed, created_at, next_attempt_at, leased_until, expires_at)
    values (gen_random_uuid(), 'test', '\\x00', now() - interval '90 seconds', now() + interval '1 hour', now() + interval '1 hour', now() + interval '1 day')`.execute(
    databases.provider,
  )
  const { samples, isWhole } = await readDatabaseGauges(database.providerUrl)
  expect(isWhole).toBe(true)
  const gaugeOf = (name: string) => samples.find((sample) => sample.name === name)?.value
  expect(gaugeOf('kontor_mails_waiting')).toBe(1)
  expect(gaugeOf('kontor_mails_oldest_seconds')).toBeGreaterThan(85)
  expect(gaugeOf('kontor_payments_unknown')).toBe(0)
})

it('gauges of a database that does not answer are left out, and the others are there soon', {
  timeout: 30_000,
}, async () => {
  const away = new URL(kontor.database.providerUrl)
  away.port = '1'
  away.search = ''
  away.hostname = '127.0.0.1'
  const began = performance.now()
  expect(await readDatabaseGauges(away.href)).toEqual({ samples: [], isWhole: false })
  expect(performance.now() - began).toBeLessThan(4_000)
})

it('readiness is a gauge, and nothing but /metrics is answered', async () => {
  expect(valuesOf(await scrape(), 'kontor_ready')).toEqual({ '': 1 })
  isReady = false
  expect(valuesOf(await scrape(), 'kontor_ready')).toEqual({ '': 0 })
  const at = `http://127.0.0.1:${server.port}`
  expect((await fetch(`${at}/v1/transaction`)).status).toBe(404)
  expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(404)
})
