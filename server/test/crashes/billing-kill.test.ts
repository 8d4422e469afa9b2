import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { openSandboxed, type Sandboxed } from '../sandboxed.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const kills = isHeavy ? 20 : 2
const cycles = isHeavy ? 8 : 4
const quickServer = {
  KONTOR_OUTBOX_LEASE_MS: '1000',
  KONTOR_OUTBOX_POLL_MS: '50',
  KONTOR_GATEWAY_TIMEOUT_MS: '400',
}

let here: Sandboxed
let servers: ServerProcess[]

beforeAll(async () => {
  here = await openSandboxed()
  const start = () => startServerProcess(here.database, quickServer)
  servers = [await start(), await start()]
  await here.tell(servers[0]?.url ?? '')
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await here.close()
})

it('two engines that are killed at any moment charge each missed cycle once', {
  timeout: isHeavy ? 600_000 : 180_000,
}, async () => {
  const { databases, make, shop } = here
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
  expect(await here.charged()).toEqual(payments.map(({ id, amount }) => ({ id, amount })))
})
