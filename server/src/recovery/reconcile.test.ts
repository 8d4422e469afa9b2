import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openStatuses } from '@kontor/contract/payments/transaction.rules'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../test/books.ts'
import { type Lasting, openLasting, quickServer } from '../../test/crashes/lasting.ts'
import { connectAccount, credential, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make/organisations/merchant.ts'
import type { Make } from '../../test/make.ts'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { addresses } from '../migrate.ts'
import { type Databases, openDatabases } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { systemClock } from '../platform/time/clock.ts'
import { type Reconciled, reconcileSince } from './reconcile.ts'

// A day in the life of an operator: payments, a backup, a hundred more payments, and then the disk is gone.
let lasting: Lasting
let server: ServerProcess
let shop: MadeMerchant
let make: Make
let program: string
let since: string
/** The backup, to which the installation goes back. */
let restoredUrl: string
let restored: Databases

const kontor = fileURLToPath(new URL('../../kontor.mjs', import.meta.url))

beforeAll(async () => {
  lasting = await openLasting()
  server = await startServerProcess(lasting.database, quickServer)
  make = lasting.makersAt(lasting.sandboxUrl)
  shop = await make.merchant()
  // Another shop takes the same by the same processor: only the processor's copy of the profile's id tells them apart.
  await make.profile(shop.merchant, { processors: [shop.processor] })
  program = await make.apiKey(shop.merchant)
  await connectAccount(lasting.sandboxUrl, server.url, shop.merchant)
}, 120_000)
afterAll(async () => {
  await server?.kill()
  await restored?.close()
  if (restoredUrl)
    await inCluster((cluster) => cluster.query(`drop database if exists ${nameIn(restoredUrl)} with (force)`))
  await lasting.close()
})

const nameIn = (url: string) => new URL(url).pathname.slice(1)

async function inCluster<T>(work: (cluster: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(process.env['KONTOR_TEST_DATABASE_URL'])
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Copies the database, for which nobody may be in it. */
const backUp = (name: string, copy: string) =>
  inCluster(async (cluster) => {
    await cluster.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await cluster.query(`create database ${copy} template ${name} strategy file_copy`)
  })

async function post(path: string, body: object = {}) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${program}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields it is about
  const answer = (await response.json()) as any
  expect([response.status, answer]).toEqual([expect.toBeOneOf([200, 201]), answer])
  return answer
}

const pay = (asked: object = {}) =>
  post('/v1/transaction', {
    ...{ payment_profile: shop.profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
    ...{ card_token: 'test_visa', ...asked },
  })

/** Payments and refunds with all that counts of them, as sent to and settled at the processor. */
async function books({ provider }: Databases) {
  const payments = await provider
    .selectFrom('transaction')
    .select(['id', 'created_at', 'amount', 'currency_code', 'status', 'captured_amount', 'refund_reserved'])
    .select(['payment_profile_id', 'processor_id', 'processor_id_external', 'merchant_reference', 'payment_product'])
    .select(['card_last_four', 'capture_id'])
    .where('merchant_id', '=', shop.merchant)
    .orderBy('id')
    .execute()
  const refunds = await provider
    .selectFrom('refund')
    .select(['id', 'created_at', 'transaction_id', 'amount', 'status', 'processor_id', 'processor_id_external'])
    .where('merchant_id', '=', shop.merchant)
    .orderBy('id')
    .execute()
  return { payments, refunds }
}

const isOver = ({ payments, refunds }: Awaited<ReturnType<typeof books>>) =>
  payments.every(({ status }) => !['INITIATED', 'PENDING', 'SETTLEMENT_REQUESTED', 'UNKNOWN'].includes(status)) &&
  refunds.every(({ status }) => status !== 'PENDING')

/** Runs the command on the restored database; `meanwhile` may kill it. */
async function reconcile(meanwhile: (kill: () => void) => Promise<void> = async () => {}) {
  const { merchantUrl, providerUrl } = addresses(restoredUrl, lasting.database.masterKey)
  const child = spawn(process.execPath, [kontor, 'reconcile', '--since', since], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      KONTOR_MERCHANT_DATABASE_URL: merchantUrl,
      KONTOR_PROVIDER_DATABASE_URL: providerUrl,
      KONTOR_MASTER_KEY: lasting.database.masterKey,
      KONTOR_FIELDS_PORT: '0',
    },
  })
  const ended = once(child, 'exit')
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    meanwhile(() => child.kill('SIGKILL')),
    ended,
  ])
  return { code: child.exitCode, out, err }
}

it('finds the hundred payments that were made after the backup which was restored, with what became of them', async () => {
  const held = await pay({ capture: false })
  const taken = await pay()
  await until(() => books(lasting.databases), isOver)
  await server.kill()
  const copy = `${nameIn(lasting.database.adminUrl)}_backup`
  restoredUrl = lasting.database.adminUrl.replace(nameIn(lasting.database.adminUrl), copy)
  since = new Date().toISOString()
  await backUp(nameIn(lasting.database.adminUrl), copy)
  await server.start()

  for (let count = 0; count < 25; count += 1) {
    await pay({ amount: 1_000 + count, merchant_reference: `Order ${count}` })
    const part = await pay({ amount: 2_000 + count, capture: false })
    await post(`/v1/transaction/${part.id}/capture`, { amount: 1_500 + count })
    const released = await pay({ amount: 3_000 + count, capture: false })
    if (count % 2 === 0) await post(`/v1/transaction/${released.id}/void`)
    const other = await pay(count % 5 === 0 ? { card_token: 'test_declined' } : { amount: 4_000 + count })
    if (count % 5 !== 0) await post(`/v1/transaction/${other.id}/refund`, { amount: 700 + count })
  }
  // What was there at the backup went on after it.
  await post(`/v1/transaction/${held.id}/capture`, { amount: 4_200 })
  await post(`/v1/transaction/${taken.id}/refund`, { amount: 1_100 })
  const lost = await until(() => books(lasting.databases), isOver)
  expect(lost.payments).toHaveLength(102)
  await server.kill()

  restored = openDatabases(addresses(restoredUrl, lasting.database.masterKey), () => {})
  expect((await books(restored)).payments).toHaveLength(2)
  // It is killed in the middle, and run again.
  const killed = await reconcile(async (kill) => {
    await until(
      () => books(restored),
      ({ payments }) => payments.length >= 40,
      60_000,
    )
    kill()
  })
  expect(killed.code).toBeNull()
  expect((await books(restored)).payments.length).toBeLessThan(102)
  // Two at once come to the same.
  for (const { code, out, err } of await Promise.all([reconcile(), reconcile()])) {
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^Sandbox \([^\n]+\): 102 payments with news; booked \d+ payments, [^\n]+\n$/)
  }
  expect(await books(restored)).toEqual(lost)
  const again = await reconcile()
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining(
      'booked 0 payments, 0 captures, 0 voids, 0 refunds; 0 are for a person; 0 are not of Kontor',
    ),
  ])
  expect(await books(restored)).toEqual(lost)
  const { provider } = restored
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongReserves(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
  // Nothing is left to be sent.
  const open = provider.selectFrom('outbox').select('id').where('merchant_id', '=', shop.merchant)
  expect(await open.where('done_at', 'is', null).execute()).toEqual([])
  // And the processor did nothing a second time.
  const { rows } = await lasting.books.query('select reference from operation group by reference having count(*) > 1')
  expect(rows).toEqual([])
}, 180_000)

it('gives the payments of cycles and schedules back to what had asked for them, so that nothing is charged once more', async () => {
  await server.start()
  const customer = await make.customer(shop.merchant)
  const card = await make.card(shop, customer)
  const given = {
    plan: await make.plan(shop, { amount: 1_900, interval: 'day', max_billing_cycle: 2 }),
    customer,
    card,
  }
  const ahead = { ...given, status: 'ACTIVE', starts_on: '2999-01-01', max_billing_cycle: 2 } as const
  const subscription = await make.subscription(shop, ahead)
  const scheduled = await make.scheduled(shop, { customer })
  await server.kill()
  await inCluster((cluster) => cluster.query(`drop database ${nameIn(restoredUrl)} with (force)`))
  since = new Date().toISOString()
  await backUp(nameIn(lasting.database.adminUrl), nameIn(restoredUrl))

  const [yesterday = '', now] = [new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), new Date()]
  const fallDue = async ({ provider }: Databases) => {
    await provider
      .updateTable('subscription')
      .set({ act_on: yesterday, due_date: yesterday, starts_on: yesterday })
      .where('id', '=', subscription)
      .execute()
    await provider
      .updateTable('scheduled_transaction')
      .set({ next_attempt_at: now.toISOString() })
      .where('id', '=', scheduled.id)
      .execute()
  }
  const ended = async ({ provider }: Databases) => {
    const one = await provider
      .selectFrom('subscription')
      .select(['status', 'last_paid_cycle'])
      .where('id', '=', subscription)
      .executeTakeFirst()
    const other = await provider
      .selectFrom('scheduled_transaction')
      .select(['status', 'attempts'])
      .where('id', '=', scheduled.id)
      .executeTakeFirst()
    return [one, other]
  }
  const over = [
    { status: 'COMPLETED', last_paid_cycle: 2 },
    { status: 'DONE', attempts: 1 },
  ]
  const isEnded = (seen: unknown) => JSON.stringify(seen) === JSON.stringify(over)
  await fallDue(lasting.databases)
  await server.start()
  await until(() => ended(lasting.databases), isEnded)
  const lost = await until(() => books(lasting.databases), isOver)
  await server.kill()

  await fallDue(restored)
  expect((await reconcile()).code).toBe(0)
  const onRestored = { ...addresses(restoredUrl, lasting.database.masterKey), masterKey: lasting.database.masterKey }
  const another = await startServerProcess(onRestored, quickServer)
  try {
    await until(() => ended(restored), isEnded)
  } finally {
    await another.kill()
  }
  expect(await books(restored)).toEqual(lost)
}, 180_000)

it('books nothing twice while payments go on: what is under way is not lost', async () => {
  await server.start()
  const house = {
    ...{ databases: lasting.databases, clock: systemClock, onContradiction: (each: unknown) => void told.push(each) },
    gateways: { masterKey: lasting.database.masterKey, publicUrl: 'http://localhost:4000', timeout_ms: 10_000 },
  }
  const told: unknown[] = []
  const said: Reconciled[] = []
  const moment = new Date()
  const before = (await books(lasting.databases)).payments.length
  // On a busy machine the answer comes before the outcome.
  const paid = async (asked: object) => {
    const { id } = await pay(asked)
    const payment = lasting.databases.provider.selectFrom('transaction').select('status').where('id', '=', id)
    await until(
      () => payment.executeTakeFirstOrThrow(),
      ({ status }) => openStatuses.every((each) => each !== status),
      60_000,
    )
    return id
  }
  const trade = async (ordinal: number) => {
    for (let count = 0; count < 8; count += 1) {
      await pay({ merchant_reference: `Trade ${ordinal}.${count}` })
      const part = await paid({ capture: false, merchant_reference: `Part ${ordinal}.${count}` })
      await post(`/v1/transaction/${part}/capture`, { amount: 3_000 })
      const other = await paid({ merchant_reference: `Other ${ordinal}.${count}` })
      await post(`/v1/transaction/${other}/refund`, { amount: 700 })
    }
  }
  let isTrading = true
  const trading = Promise.all([1, 2, 3].map(trade)).finally(() => {
    isTrading = false
  })
  // Two at once, again and again.
  const reconciling = [1, 2].map(async () => {
    while (isTrading) for await (const each of reconcileSince(house, moment)) said.push(each)
  })
  await Promise.all([trading, ...reconciling])
  const all = await until(() => books(lasting.databases), isOver)
  await server.kill()

  expect(all.payments).toHaveLength(before + 72)
  expect(said.length).toBeGreaterThan(2)
  for (const each of said)
    expect(each).toMatchObject({ is: 'done', payments: 0, captures: 0, voids: 0, refunds: 0, unknown: 0, failed: 0 })
  expect(told).toEqual([])
  const { provider } = lasting.databases
  for (const wrong of [wrongSums, wrongSteps, wrongReserves, wrongAttempts])
    expect(await wrong(provider, shop.merchant)).toEqual([])
  const { rows } = await lasting.books.query('select reference from operation group by reference having count(*) > 1')
  expect(rows).toEqual([])
}, 180_000)

it('gives a payment of no one payment profile to a person, once, and leaves alone what is not of Kontor', async () => {
  const atSandbox = (reference: string) =>
    fetch(`${lasting.sandboxUrl}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ reference, amount: 900, currency_code: 'EUR', payment_product: 'card', card_token: 'test_visa' },
        ...{ capture: true, merchant_reference: 'Order 9' },
      }),
    })
  const { id } = newId(new Date())
  expect((await atSandbox(id)).status).toBe(200)
  expect((await atSandbox('order-of-another-system')).status).toBe(200)
  for (const round of [1, 2]) {
    const { code, out, err } = await reconcile()
    expect([code, out]).toEqual([0, expect.stringContaining('1 are for a person; 1 are not of Kontor')])
    expect(err.includes(id)).toBe(round === 1)
  }
  const told = restored.provider.selectFrom('contradiction').selectAll().where('merchant_id', '=', shop.merchant)
  expect(await told.execute()).toMatchObject([
    { kind: 'not_understood', state: 'OPEN', about: `listed ${id}`, their_amount: 900, their_currency_code: 'EUR' },
  ])
})

it('refuses a moment that it cannot read, or that lies ahead', async () => {
  const refusals = {
    '2026-10-31': 'say since when, with its time zone, as in "--since 2026-10-31T04:00:00Z"',
    '2999-01-01T00:00:00Z': '--since lies ahead',
  }
  for (const [moment, refusal] of Object.entries(refusals)) {
    since = moment
    expect(await reconcile()).toEqual({ code: 1, out: '', err: `reconcile: ${refusal}\n` })
  }
})
