import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../tools/run/processes.ts'
import { wrongReserves, wrongSteps, wrongSums } from '../books.ts'
import { until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { openSandboxed, type Sandboxed } from '../sandboxed.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const kills = isHeavy ? 20 : 2
/** Ordinary amounts, and amounts whose answers get lost, come late or come twice. All are paid in the end. */
const amounts = [2_500, 9_900, 66_602, 66_610, 66_611, 66_612, 66_613, 66_614, 66_616]
const settings = {
  KONTOR_WORK_APART: 'true',
  KONTOR_OUTBOX_LEASE_MS: '1000',
  KONTOR_OUTBOX_POLL_MS: '50',
  KONTOR_GATEWAY_TIMEOUT_MS: '400',
  KONTOR_NOTIFY_PRIVATE: 'true',
}

// The tests go on from each other: a server alone at first, two workers beside it later.
let here: Sandboxed
let server: ServerProcess
const workers: ServerProcess[] = []
let receiver: Receiver
let customer: string

beforeAll(async () => {
  here = await openSandboxed()
  receiver = await openReceiver()
  // The one payment that it is asked for is to be answered, on a busy machine too.
  server = await startServerProcess(here.database, {
    ...settings,
    KONTOR_GATEWAY_TIMEOUT_MS: '10000',
    KONTOR_OUTBOX_LEASE_MS: '30000',
  })
  await here.databases.provider
    .updateTable('payment_profile')
    .set({ webhook_transaction_update: receiver.url() })
    .where('id', '=', here.shop.profile)
    .execute()
  customer = await here.make.customer(here.shop.merchant)
  await here.tell('http://127.0.0.1:9')
  await plan(2_500)
}, 120_000)
afterAll(async () => {
  await Promise.all([server, ...workers].map((each) => each.kill()))
  receiver.close()
  await here.close()
})

const plan = (amount: number, delay_ms = 0) =>
  here.make.scheduled(here.shop, { customer, amount, due_at: new Date(Date.now() + delay_ms) })
const planned = async () =>
  here.databases.provider
    .selectFrom('scheduled_transaction')
    .select(['status', 'attempts', 'amount'])
    .where('merchant_id', '=', here.shop.merchant)
    .execute()

it('a server without the work carries out the orders of its own requests, and nothing that falls due', {
  timeout: 60_000,
}, async () => {
  const { databases, make, shop } = here
  const key = await make.apiKey(shop.merchant)
  const paid = await fetch(`${server.url}/v1/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      payment_profile: shop.profile,
      amount: 5_000,
      payment_product: 'card',
      merchant_reference: 'Order 1',
      card_token: 'test_visa',
    }),
  })
  expect(await paid.json()).toMatchObject({ status: 'SETTLEMENT_REQUESTED' })
  // No notification arrived until now: on a busy machine one is quicker than the answer, which then says more.
  await here.tell(server.url)
  // Its engine looks every half second where there is one.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(await planned()).toMatchObject([{ status: 'CREATED', attempts: 0 }])
  const { rows } = await sql`select from periodic_lease`.execute(databases.provider)
  expect([rows.length, receiver.heard.length]).toEqual([0, 0])
})

it('two workers that are killed do each thing once, and lose none', {
  timeout: isHeavy ? 600_000 : 180_000,
}, async () => {
  const { databases, shop } = here
  workers.push(
    ...(await Promise.all([
      startServerProcess(here.database, settings, { program: 'work' }),
      startServerProcess(here.database, settings, { program: 'work' }),
    ])),
  )
  for (let kill = 0; kill < kills; kill += 1) {
    for (const [index, amount] of amounts.entries()) await plan(amount, index * 40)
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 900))
    const worker = workers[kill % 2]
    await worker?.kill()
    await worker?.start()
  }
  const rows = await until(
    planned,
    (seen) => seen.every(({ status }) => status !== 'CREATED'),
    isHeavy ? 300_000 : 90_000,
  )
  expect(rows.filter(({ status, attempts }) => status !== 'DONE' || attempts !== 1)).toEqual([])
  const there = await here.charged()
  const ours = await databases.provider
    .selectFrom('transaction')
    .select(['id', 'merchant_reference'])
    .where('merchant_id', '=', shop.merchant)
    .execute()
  const ids = ours.map(({ id }) => id).sort()
  expect(there.map(({ id }) => id)).toEqual(ids)
  expect(ours.filter(({ merchant_reference }) => merchant_reference !== 'Order 1')).toHaveLength(rows.length)
  await until(
    () => wrongSums(databases.provider, shop.merchant),
    (wrong) => wrong.length === 0,
  )
  expect(await wrongReserves(databases.provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(databases.provider, shop.merchant)).toEqual([])
  const waiting = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from webhook where done_at is null`.execute(databases.provider))
      .rows[0]?.n
  await until(waiting, (n) => n === 0, 60_000)
  expect(new Set(receiver.heard.map(({ body }) => JSON.parse(body).data.id))).toEqual(new Set(ids))
})

it('a worker says how it is, has no other address, leaves before it stops, and ends what it has', {
  timeout: 60_000,
}, async () => {
  const metricsPort = await freePort()
  const worker = await startServerProcess(
    here.database,
    { ...settings, KONTOR_DRAIN_SECONDS: '600', KONTOR_METRICS_PORT: String(metricsPort) },
    { program: 'work' },
  )
  workers.push(worker)
  const statusOf = async (path: string) => (await fetch(worker.url + path)).status
  expect(await Promise.all(['/livez', '/readyz', '/v1/transaction', '/'].map(statusOf))).toEqual([200, 200, 404, 404])
  expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain('kontor_work_seconds')
  const ended = once(worker.process, 'exit')
  worker.process.kill('SIGTERM')
  await until(
    () => statusOf('/readyz'),
    (status) => status === 503,
  )
  expect(await statusOf('/livez')).toBe(200)
  worker.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  workers.pop()
})
