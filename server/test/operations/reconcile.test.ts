import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSandbox } from '../../../sandbox/src/app.ts'
import { readSettings as readSandboxSettings } from '../../../sandbox/src/settings.ts'
import { createDatabase } from '../../../sandbox/test/database.ts'
import { buildApp } from '../../src/app.ts'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../books.ts'
import { copyOf, createTestDatabase, type TestDatabase } from '../database.ts'
import { connectAccount, credential, quickSandbox, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type MadeMerchant, makers } from '../make.ts'

/** Payments after the backup. */
const after = isHeavy ? 100 : 25

let store: Awaited<ReturnType<typeof createDatabase>>
let sandbox: FastifyInstance
let sandboxUrl: string
let lost: TestDatabase
let restored: TestDatabase
let shop: MadeMerchant
let since: string
/** What the lost database knew at the end. */
let books: unknown[]

interface Open {
  databases: Databases
  app: FastifyInstance
  url: string
  close(): Promise<void>
}

async function open(database: TestDatabase): Promise<Open> {
  const databases = openDatabases(database, () => {})
  const { masterKey } = database
  const app = await buildApp({ databases, masterKey, publicUrl: 'http://localhost:4000', sandboxUrl, drain_ms: 500 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...{ databases, app, url },
    async close() {
      await app.close()
      await databases.close()
    },
  }
}

type Post = (path: string, body: object, status?: number) => Promise<{ id: string; status: string }>

const poster =
  ({ url }: Open, cookie: string): Post =>
  async (path, body, status = 201) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([path, answer.status, answer.status === status ? '' : await answer.text()]).toEqual([path, status, ''])
    return (await answer.json()) as { id: string; status: string }
  }

const pay = (post: Post, card_token: string, given: object = {}) =>
  post('transaction', {
    ...{ payment_profile: shop.profile, amount: 5_000, payment_product: 'card', card_token },
    ...{ merchant_reference: 'Order é', country_code: 'BE', ...given },
  })

const booksOf = async ({ provider }: Databases): Promise<unknown[]> => {
  const { rows } = await sql`
    select t.id, t.created_at, t.status, t.amount, t.captured_amount, t.currency_code, t.refund_reserved, t.reversals,
      t.merchant_reference, t.payment_profile_id, t.organisation_id, t.processor_id, t.processor_id_external, t.customer_id,
      t.card_id, t.card_last_four, t.payment_product, t.recurring_type, t.channel, t.country_code, t.capture_id,
      t.subscription_id, t.subscription_cycle,
      (select json_agg(json_build_array(r.id, r.amount, r.status, r.processor_id_external) order by r.id) from refund r
        where r.merchant_id = t.merchant_id and r.transaction_id = t.id) as refunds,
      (select json_agg(json_build_array(c.amount, c.status, c.processor_id_external) order by c.id) from chargeback c
        where c.merchant_id = t.merchant_id and c.transaction_id = t.id) as chargebacks,
      (select json_agg(json_build_array(o.id, o.topic, o.done_at is not null) order by o.id) from outbox o
        where o.merchant_id = t.merchant_id and o.transaction_id = t.id) as orders
    from transaction t order by t.id`.execute(provider)
  return rows
}

const underWay = ({ provider }: Databases) =>
  sql`
    select t.id, t.status from transaction t where t.status in ('PENDING', 'SETTLEMENT_REQUESTED') union all
    select id, status from refund where status = 'PENDING' union all
    select id, status from scheduled_transaction where status = 'CREATED' union all
    select id, billing_cycle::text from subscription where status <> 'COMPLETED'`.execute(provider)

const detailsOf = async (answer: Response) => ((await answer.json()) as { details?: object }).details

const executable = fileURLToPath(new URL('../../kontor.mjs', import.meta.url))

function begin(...args: string[]) {
  const child = spawn(process.execPath, [executable, 'reconcile', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      KONTOR_MERCHANT_DATABASE_URL: restored.merchantUrl,
      KONTOR_PROVIDER_DATABASE_URL: restored.providerUrl,
      KONTOR_MASTER_KEY: restored.masterKey,
    },
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, said: Promise.all([ended, text(child.stdout), text(child.stderr)]) }
}
const kontorReconcile = (...args: string[]) => begin(...args).said

beforeAll(async () => {
  store = await createDatabase()
  sandbox = await buildSandbox(readSandboxSettings({ ...quickSandbox, SANDBOX_DATABASE_URL: store.url }))
  sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  lost = await createTestDatabase()

  const before = await open(lost)
  const make = makers(before.databases, { masterKey: lost.masterKey, processorUrl: sandboxUrl, credential })
  shop = await make.merchant()
  await before.databases.provider.updateTable('merchant').set({ partial_capture: true }).execute()
  const cookie = await make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await connectAccount(sandboxUrl, before.url, shop.merchant)
  const post = poster(before, cookie)
  const held = await pay(post, 'test_visa', { capture: false })
  const taken = await pay(post, 'test_visa')
  await pay(post, 'test_mastercard')
  const customer = await make.customer(shop.merchant)
  const card = await make.card(shop, customer)
  await until(
    () => underWay(before.databases),
    ({ rows }) => rows.length === 0,
  )
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const plan = await make.plan(shop, { amount: 700, interval: 'day', max_billing_cycle: 2 })
  const subscribed = { plan, customer, card, status: 'ACTIVE', starts_on: yesterday, max_billing_cycle: 2 } as const
  // Nobody pays them before the backup: this server stops first.
  await before.close()
  const quiet = openDatabases(lost, () => {})
  const quietly = makers(quiet, { masterKey: lost.masterKey, processorUrl: sandboxUrl, credential })
  await quietly.scheduled(shop, { customer, due_at: new Date() })
  await quietly.subscription(shop, subscribed)
  await quiet.close()
  restored = await copyOf(lost)
  since = new Date().toISOString()

  const then = await open(lost)
  await connectAccount(sandboxUrl, then.url, shop.merchant)
  const go = poster(then, cookie)
  await go(`transaction/${held.id}/capture`, { amount: 3_000 }, 200)
  await go(`transaction/${taken.id}/refund`, { amount: 1_200 })
  const kinds: (() => Promise<unknown>)[] = [
    () => pay(go, 'test_visa', { customer }),
    () => pay(go, 'test_declined_insufficient_funds'),
    () => pay(go, 'test_visa', { capture: false }),
    async () => {
      const { id } = await pay(go, 'test_amex', { capture: false })
      await go(`transaction/${id}/capture`, { amount: 4_999 }, 200)
      await go(`transaction/${id}/refund`, { amount: 999 })
    },
    async () => go(`transaction/${(await pay(go, 'test_visa', { capture: false })).id}/void`, {}, 200),
    () => pay(go, 'test_chargeback'),
    () => pay(go, 'test_pending_then_approved'),
    () => pay(go, 'test_3ds_required'),
  ]
  for (let at = 0; at < after; at += 1) await kinds[at % kinds.length]?.()
  await until(
    () => underWay(then.databases),
    ({ rows }) => rows.length === 0,
    60_000,
  )
  const chargebacks = () => then.databases.provider.selectFrom('chargeback').select('id').execute()
  await until(chargebacks, (found) => found.length === Math.ceil((after - 5) / kinds.length))
  books = await booksOf(then.databases)
  await then.close()
}, 180_000)
afterAll(async () => {
  await sandbox.close()
  await Promise.all([lost.drop(), restored.drop(), store.drop()])
})

async function within<T>(work: (databases: Databases) => Promise<T>): Promise<T> {
  const databases = openDatabases(restored, () => {})
  try {
    return await work(databases)
  } finally {
    await databases.close()
  }
}

it('says what it wants when it is asked wrongly', async () => {
  for (const args of [['--since', '2026-11-24T09:00:00'], ['--after-restore']]) {
    const [code, out, err] = await kontorReconcile(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('kontor reconcile --since <instant')
  }
}, 60_000)

it('keeps nothing of a dry run, and says what it would book', async () => {
  const was = await within(booksOf)
  const [code, out] = await kontorReconcile('--since', since, '--dry-run')
  // Each payment is tried by itself, so the second cycle finds the first one unpaid.
  expect([code, out]).toEqual([
    2,
    expect.stringContaining(`Nothing was kept. 1 agree, ${after + 4} booked, 1 for a person`),
  ])
  expect(await within(booksOf)).toEqual(was)
}, 60_000)

it('takes no order between the restore and its end, and is not ready', async () => {
  // Its end is a kill.
  const { child, said } = begin('--since', since, '--after-restore')
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  child.kill('SIGKILL')
  await said
  const here = await open(restored)
  const cookie = await makers(here.databases, {
    masterKey: restored.masterKey,
    processorUrl: sandboxUrl,
    credential,
  }).cookie({
    ...{ merchant: shop.merchant, roles: ['USER_ALL'] },
  })
  const ready = await fetch(`${here.url}/readyz`)
  expect([ready.status, await detailsOf(ready)]).toEqual([503, { reason: 'recovering' }])
  const headers = { cookie, 'content-type': 'application/json' }
  const order = { payment_profile: shop.profile, amount: 100, payment_product: 'card', merchant_reference: 'x' }
  const body = JSON.stringify({ ...order, card_token: 'test_visa' })
  const refused = await fetch(`${here.url}/v1/transaction`, { method: 'POST', headers, body })
  expect([refused.status, await detailsOf(refused)]).toEqual([503, { reason: 'recovering' }])
  await here.close()
}, 60_000)

it('books every payment that was made after the backup, with its captures, refunds, chargebacks and cycles (checks 13, 15)', async () => {
  const [code, out] = await kontorReconcile('--since', since, '--after-restore')
  expect([code, out]).toEqual([0, expect.stringContaining('Orders are taken again.')])
  expect(await within(booksOf)).toEqual(books)
  await within(async (databases) => {
    for (const wrong of [wrongSums, wrongReserves, wrongSteps, wrongAttempts])
      expect(await wrong(databases.provider, shop.merchant)).toEqual([])
  })
}, 120_000)

it('finds that all agree when it is run again', async () => {
  const [code, out] = await kontorReconcile('--since', since)
  expect([code, out]).toEqual([0, expect.stringContaining(`${after + 6} agree, 0 booked, 0 for a person`)])
}, 60_000)

it('pays nothing once more that was paid before: neither a scheduled payment nor a cycle', async () => {
  const here = await open(restored)
  await connectAccount(sandboxUrl, here.url, shop.merchant)
  await until(
    () => underWay(here.databases),
    ({ rows }) => rows.length === 0,
  )
  expect(await booksOf(here.databases)).toEqual(books)
  await here.close()
}, 60_000)
