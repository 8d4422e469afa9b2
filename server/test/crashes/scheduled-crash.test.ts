import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wrongReserves, wrongSteps, wrongSums } from '../books.ts'
import { until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { openSandboxed, type Sandboxed } from '../sandboxed.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const kills = isHeavy ? 20 : 2
const settings = { KONTOR_OUTBOX_LEASE_MS: '1000', KONTOR_OUTBOX_POLL_MS: '50', KONTOR_GATEWAY_TIMEOUT_MS: '400' }
/** Ordinary amounts, and amounts whose answers get lost, come late or come twice. All are paid in the end. */
const amounts = [2_500, 9_900, 66_602, 66_610, 66_611, 66_612, 66_613, 66_614, 66_616, 66_617, 66_618, 66_619]

let here: Sandboxed
let servers: ServerProcess[]

beforeAll(async () => {
  here = await openSandboxed()
  const start = () => startServerProcess(here.database, settings)
  servers = await Promise.all([start(), start()])
  await here.tell(servers[0]?.url ?? '')
}, 60_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await here.close()
})

interface Row {
  id: string
  amount: number
  status: string
  attempts: number
}
const ours = () =>
  here.databases.provider
    .selectFrom('scheduled_transaction')
    .select(['id', 'amount', 'status', 'attempts'])
    .where('merchant_id', '=', here.shop.merchant)
    .execute() as Promise<Row[]>

it('taken by two processes that are killed at any moment: each once, none lost, and both sides know it', {
  timeout: isHeavy ? 600_000 : 120_000,
}, async () => {
  const { databases, make, shop } = here
  const customer = await make.customer(shop.merchant)
  const plan = (amount: number, index: number) =>
    make.scheduled(shop, { customer, amount, due_at: new Date(Date.now() + index * 25) })
  let made = 0
  for (let kill = 0; kill < kills; kill += 1) {
    for (const amount of amounts) await plan(amount, made++ % 40)
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 900))
    const server = servers[kill % 2]
    await server?.kill()
    await server?.start()
  }
  const rows = await until(ours, (seen) => seen.every(({ status }) => status !== 'CREATED'), isHeavy ? 300_000 : 60_000)
  expect(rows).toHaveLength(made)
  expect(rows.filter(({ status, attempts }) => status !== 'DONE' || attempts !== 1)).toEqual([])

  const { rows: taken } = await sql<{ transaction_id: string; status: string }>`
    select transaction_id, status from scheduled_attempt where merchant_id = ${shop.merchant}`.execute(
    databases.provider,
  )
  const there = await here.charged()
  expect(there.map(({ id }) => id)).toEqual(taken.map((one) => one.transaction_id).sort())
  expect(there.reduce((sum, { amount }) => sum + amount, 0)).toBe(rows.reduce((sum, { amount }) => sum + amount, 0))
  await until(
    () => wrongSums(databases.provider, shop.merchant),
    (wrong) => wrong.length === 0,
  )
  expect(await wrongReserves(databases.provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(databases.provider, shop.merchant)).toEqual([])
  console.log(`${made} scheduled payments under ${kills} kills`)
})
