import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type MadeMerchant, makers } from '../make.ts'
import { type Answer, openReceiver, type Receiver } from '../receiver.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const kills = isHeavy ? 20 : 2
/** Each item sends three webhooks, in order. */
const things = isHeavy ? 3_334 : 167
const steps = ['OPEN', 'IN_DISPUTE', 'WON']
const settings = {
  KONTOR_NOTIFY_PRIVATE: 'true',
  KONTOR_WEBHOOK_TIMEOUT_MS: '300',
  KONTOR_WEBHOOK_WAITS_MS: '50,100,200',
}

let database: TestDatabase
let databases: Databases
let receiver: Receiver
let servers: ServerProcess[]
let shop: MadeMerchant

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  receiver = await openReceiver()
  const make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:9', credential: {} })
  shop = await make.merchant()
  await databases.provider
    .updateTable('payment_profile')
    .set({ webhook_chargeback_update: receiver.url() })
    .where('id', '=', shop.profile)
    .execute()
  const of = await make.transaction(shop, { amount: 1_000_000 })
  await query(
    `insert into chargeback (merchant_id, created_at, id, organisation_id, transaction_created_at, transaction_id, processor_id,
      amount, status, processor_id_external)
    select $1, now(), gen_random_uuid(), $1, $2, $3, $4, 1, 'OPEN', n::text from generate_series(1, $5::int) n`,
    [shop.merchant, of.created_at, of.id, shop.processor, things],
  )
}, 60_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  receiver.close()
  await databases.close()
  await database.drop()
})

const query = (text: string, values: unknown[] = []) => databases.pools.provider.query(text, values)
const move = (status: string) =>
  query('update chargeback set status = $1 where merchant_id = $2', [status, shop.merchant])
const failures: Answer[] = [500, 'hang', 'reset', { status: 429, headers: { 'retry-after': '0' } }, 503]

it('told by two processes that are killed, to somebody who fails at every third: none lost, each thing in its order', {
  timeout: isHeavy ? 600_000 : 120_000,
}, async () => {
  const refusals = new Map<string, number>()
  receiver.answers(({ id }) => {
    const before = refusals.get(id) ?? 0
    if (before >= 5 || Math.random() > 0.3) return 200
    refusals.set(id, before + 1)
    return failures[Math.floor(Math.random() * failures.length)] ?? 500
  })
  servers = await Promise.all([startServerProcess(database, settings), startServerProcess(database, settings)])
  await move('IN_DISPUTE')
  for (let kill = 0; kill < kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700))
    const server = servers[kill % servers.length]
    await server?.kill()
    if (kill === 0) await move('WON')
    await server?.start()
  }
  const outcomes = async () =>
    (await query(`select coalesce(outcome, 'waiting') as outcome, count(*)::int as n from webhook group by 1`)).rows
  await until(
    outcomes,
    ([first, ...others]) => first?.outcome === 'delivered' && others.length === 0,
    isHeavy ? 400_000 : 60_000,
  )

  const accepted = receiver.heard.filter(({ answer }) => answer === 200)
  const ids = new Set(accepted.map(({ id }) => id))
  expect(ids.size).toBe(things * steps.length)
  // A message keeps its id however often it is sent; it is sent again only after its sender was killed.
  expect(new Set(receiver.heard.map(({ id, body }) => id + body)).size).toBe(ids.size)
  expect(accepted.length - ids.size).toBeLessThanOrEqual(kills * 64)
  const order = new Map<string, string[]>()
  const known = new Set<string>()
  for (const { id, body } of accepted) {
    if (known.has(id)) continue
    known.add(id)
    const { data } = JSON.parse(body)
    order.set(data.id, [...(order.get(data.id) ?? []), data.status])
  }
  expect([...order.values()].filter((seen) => seen.join() !== steps.join())).toEqual([])
})
