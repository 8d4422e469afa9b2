import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSandbox } from '../../../sandbox/src/app.ts'
import { readSettings as readSandboxSettings } from '../../../sandbox/src/settings.ts'
import { createDatabase } from '../../../sandbox/test/database.ts'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { connectAccount, credential, quickSandbox, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type MadeMerchant, type Make, makers } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const kills = isHeavy ? 20 : 2
const cycles = isHeavy ? 8 : 4
const quickServer = {
  KONTOR_OUTBOX_LEASE_MS: '1000',
  KONTOR_OUTBOX_POLL_MS: '50',
  KONTOR_GATEWAY_TIMEOUT_MS: '400',
}

let database: TestDatabase
let databases: Databases
let store: Awaited<ReturnType<typeof createDatabase>>
let sandbox: FastifyInstance
let servers: ServerProcess[]
let make: Make
let shop: MadeMerchant

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  store = await createDatabase()
  sandbox = await buildSandbox(readSandboxSettings({ ...quickSandbox, SANDBOX_DATABASE_URL: store.url }))
  const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  make = makers(databases, { masterKey: database.masterKey, processorUrl: sandboxUrl, credential })
  shop = await make.merchant()
  servers = [await startServerProcess(database, quickServer), await startServerProcess(database, quickServer)]
  await connectAccount(sandboxUrl, servers[0]?.url ?? '', shop.merchant)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await sandbox.close()
  await databases.close()
  await Promise.all([database.drop(), store.drop()])
})

it('two engines that are killed at any moment charge each missed cycle once', {
  timeout: isHeavy ? 600_000 : 180_000,
}, async () => {
  // Amounts with a rule: the reply comes after the work, or never, broken or slowly.
  const amounts = [1_000, 66_602, 66_610, 66_611, 66_613, 66_617, 66_618, 66_619]
  const first = new Date(Date.now() - (cycles - 1) * 86_400_000).toISOString().slice(0, 10)
  const customer = await make.customer(shop.merchant)
  const card = await make.card(shop, customer)
  for (const amount of amounts) {
    const plan = await make.plan(shop, { amount, interval: 'day', max_billing_cycle: cycles })
    const given = { plan, customer, card, status: 'ACTIVE', starts_on: first, max_billing_cycle: cycles } as const
    await make.subscription(shop, given)
  }
  for (let kill = 0; kill < kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1_200))
    const server = servers[kill % servers.length]
    await server?.kill()
    await server?.start()
  }
  const statuses = () => databases.provider.selectFrom('subscription').select('status').execute()
  await until(statuses, (rows) => rows.every(({ status }) => status === 'COMPLETED'), 120_000)

  const payments = await databases.provider
    .selectFrom('transaction')
    .select(['subscription_id', 'subscription_cycle', 'amount', 'id'])
    .orderBy('id')
    .execute()
  expect(payments).toHaveLength(amounts.length * cycles)
  expect(new Set(payments.map((row) => `${row.subscription_id} ${row.subscription_cycle}`)).size).toBe(payments.length)
  expect(await paymentsAtSandbox()).toEqual(payments.map(({ id, amount }) => ({ id, amount })))
})

/** The payments that the sandbox charged. */
async function paymentsAtSandbox() {
  const { default: pg } = await import('pg')
  const client = new pg.Client(store.url)
  await client.connect()
  const { rows } = await client.query(
    `select reference as id, amount::float8 as amount from operation where kind = 'payment' and status <> 'FAILED' order by reference`,
  )
  await client.end()
  return rows
}
