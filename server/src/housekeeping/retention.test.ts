import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { keptTables, otherTables } from '../../test/everything/kept-tables.ts'
import { type MadeMerchant, type Make, makers } from '../../test/make.ts'
import { type Databases, openDatabases } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { type KeptKind, keptKinds, usualDays } from './kept-days.ts'

let database: TestDatabase
let owner: pg.Client
let databases: Databases
let make: Make
let shop: MadeMerchant

const day_ms = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day_ms)

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.adminUrl)
  await owner.connect()
  await owner.query(`select ensure_partitions((now() - interval '700 days')::date, now()::date)`)
  databases = openDatabases(database, () => {})
  make = makers(databases, {
    ...{ masterKey: database.masterKey, processorUrl: 'http://localhost', credential: { api_key: 'x' } },
  })
  shop = await make.merchant()
})
afterAll(async () => {
  await databases.close()
  await owner.end()
  await database.drop()
})

const rows = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows
const column = async (text: string, values: unknown[] = []) =>
  (await rows(text, values)).map((row) => Object.values(row)[0])

/** Runs the job of a kind until it has no more to do. */
async function keepHouse(...kinds: KeptKind[]): Promise<void> {
  const jobs = housekeepingJobs(databases)
  for (const kind of kinds) {
    const job = jobs.find(({ name }) => name === `housekeeping: ${kind.replaceAll('_', ' ')}`)
    if (!job) throw new Error(`no job removes ${kind}`)
    while (await job.run(new Date()));
  }
}

type Paid = Pick<Awaited<ReturnType<Make['transaction']>>, 'id' | 'created_at'>
interface Ordered {
  done_at: Date | null
  overdue_at?: Date | null
}

/** A payment of then, with what it left: an order with a try, an exchange, a decision. */
async function payment(at: Date, status: TransactionStatus = 'SETTLEMENT_COMPLETED', order: Ordered = { done_at: at }) {
  const paid = await make.transaction(shop, { created_at: at, status })
  await orderOf(paid, order)
  await owner.query(
    `insert into decision (merchant_id, transaction_created_at, transaction_id, via, processor_id, facts)
     values ($1, $2, $3, 'position', $4, '{}')`,
    [shop.merchant, paid.created_at, paid.id, shop.processor],
  )
  await exchange(paid, at)
  return paid
}

async function orderOf({ id, created_at }: Paid, { done_at, overdue_at = null }: Ordered) {
  await owner.query(
    `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, created_at, done_at, overdue_at)
     values ($1, $2, 'processor.authorize', $3, $2, $3, $4, $5)`,
    [shop.merchant, id, created_at, done_at, overdue_at],
  )
  await owner.query(`insert into outbox_attempt (merchant_id, outbox_id, attempt, result) values ($1, $2, 1, 'done')`, [
    shop.merchant,
    id,
  ])
}

const exchange = ({ id, created_at }: Paid, at: Date) =>
  owner.query(
    `insert into processor_call (merchant_id, transaction_created_at, transaction_id, at, processor_id, operation, method, url,
       response_code, duration_ms) values ($1, $2, $3, $4, $5, 'authorize', 'POST', 'http://localhost', 200, 1)`,
    [shop.merchant, created_at, id, at, shop.processor],
  )

const exchangesOf = ({ id }: Paid) => column('select count(*)::int from processor_call where transaction_id = $1', [id])
const ordersOf = ({ id }: Paid) =>
  column(
    `select o.topic || ' ' || count(a.outbox_id) from outbox o left join outbox_attempt a
       on a.merchant_id = o.merchant_id and a.outbox_id = o.id where o.transaction_id = $1 group by o.id, o.topic order by 1`,
    [id],
  )

describe('months of payments', () => {
  it('lose exchanges and decisions at once when they are over, but for payments about which something is open', async () => {
    const old = await payment(daysAgo(440))
    const disputed = await payment(daysAgo(441))
    await make.chargeback(shop, disputed, { status: 'OPEN' })
    const stuck = await payment(daysAgo(442), 'SETTLEMENT_COMPLETED', { done_at: null })
    const young = await payment(daysAgo(360))
    await keepHouse('exchanges', 'decisions')
    expect([
      await exchangesOf(old),
      await exchangesOf(disputed),
      await exchangesOf(stuck),
      await exchangesOf(young),
    ]).toEqual([[0], [1], [1], [1]])
    const decided = 'select transaction_id from decision order by transaction_created_at'
    expect(await column(decided)).toEqual([young.id])
    // Its table is still there: what comes later is written, and removed when it is old enough itself.
    await exchange(old, daysAgo(20))
    await keepHouse('exchanges')
    expect(await exchangesOf(old)).toEqual([1])
    await owner.query(`update processor_call set at = $2 where transaction_id = any($1)`, [
      [old.id, disputed.id],
      daysAgo(440),
    ])
    await keepHouse('exchanges')
    expect([await exchangesOf(old), await exchangesOf(disputed)]).toEqual([[0], [1]])
    const [before] = await column(`select before from removed_data where kind = 'exchanges'`)
    expect(before).toEqual((await column(`select date_trunc('month', now() - interval '400 days')`))[0])
  })

  it('wait for nobody: who reads one holds up no other job, and loses nothing', async () => {
    const old = await payment(daysAgo(500))
    await owner.query('delete from emptied_month')
    await owner.query('begin; lock table processor_call in access share mode')
    const jobs = housekeepingJobs(databases)
    expect(await jobs.find(({ name }) => name.endsWith('exchanges'))?.run(new Date())).toBe(false)
    await owner.query('rollback')
    expect(await exchangesOf(old)).toEqual([1])
  })
})

describe('what the engine needs', () => {
  it('orders stay while they, their payment, a refund or a dispute of it is open, and while a person looked at them', async () => {
    const at = daysAgo(640)
    const over = await payment(at)
    await make.refund(shop, over, { created_at: at })
    const refunding = await payment(at)
    await make.refund(shop, refunding, { created_at: at, status: 'PENDING' })
    const open = await payment(at, 'SETTLEMENT_COMPLETED', { done_at: null })
    const overdue = await payment(at, 'SETTLEMENT_COMPLETED', { done_at: at, overdue_at: at })
    const authorized = await payment(at, 'AUTHORIZED')
    const disputed = await payment(at)
    await make.chargeback(shop, disputed, { status: 'IN_DISPUTE' })
    const young = await payment(daysAgo(580))
    await keepHouse('orders')
    expect(await ordersOf(over)).toEqual([])
    for (const kept of [open, overdue, refunding, authorized, disputed, young])
      expect(await ordersOf(kept)).toEqual(['processor.authorize 1'])
    // Of one attempt the payment itself says all.
    const attempts = await column('select transaction_id from payment_attempt')
    expect([attempts.includes(over.id), attempts.includes(open.id), attempts.includes(disputed.id)]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('is kept whatever somebody asks of the database', async () => {
    for (const call of [
      `forget_orders(now() - interval '539 days', 10)`,
      `forget_notifications(now() - interval '539 days', 10)`,
      `empty_month('processor_call', now() - interval '61 days')`,
      `empty_month('payment_attempt', now() - interval '539 days')`,
      `empty_month('transaction', now() - interval '900 days')`,
      `forget_audit_trail(now() - interval '61 days', now() - interval '30 days')`,
      `forget_sign_in_events(now() - interval '179 days', 10)`,
    ])
      await expect(owner.query(`select ${call}`), call).rejects.toThrow(/is kept|is not emptied/)
  })
})

describe('the bounds of the database', () => {
  // Each function that removes something, as it is called for its kind.
  const removals = {
    exchanges: ["empty_month('processor_call', $1)", 'forget_late_exchanges($1, 0)', 'forget_other_exchanges($1, 0)'],
    decisions: ["empty_month('decision', $1)"],
    orders: ["empty_month('payment_attempt', $1)", 'forget_orders($1, 0)'],
    notifications: ['forget_notifications($1, 0)'],
    audit_trail: ["forget_audit_trail($1, now() - interval '900 days')"],
    audit_trail_contents: ["forget_audit_trail(now() - interval '900 days', $1)"],
    link_events: ['forget_link_events($1, 0)'],
    sign_in_events: ['forget_sign_in_events($1, 0)'],
    checks: ['forget_checks($1, 0)'],
  } as const satisfies Partial<Record<KeptKind, readonly string[]>>

  it('are all looked at here', async () => {
    const bounded = await column(`select proname from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc like '%refuse_younger(%' order by proname`)
    const called = Object.values(removals).flatMap((calls) => calls.map((call) => call.replace(/\(.*/, '')))
    expect([...new Set(called)].sort()).toEqual(bounded)
  })

  it.each(Object.entries(removals))('are those of the settings for %s', async (kind, calls) => {
    const { least } = keptKinds[kind as KeptKind]
    // Two hours, because a day of the database's zone may have one more or less.
    const margin = 2 / 24
    for (const call of calls) {
      const removal = async (days: number) => {
        await owner.query('begin')
        const done = owner.query(`select ${call}`, [daysAgo(days)])
        return done.finally(() => owner.query('rollback'))
      }
      await expect(removal(least - margin), call).rejects.toThrow(/is kept/)
      await expect(removal(least + margin), call).resolves.toBeDefined()
    }
  })
})

it('a table of portions is emptied portion by portion', async () => {
  await owner.query(
    `insert into idempotency_key (merchant_id, key, request_hash, response_status, response_body, created_at)
     select $1, 'key-' || n, decode(repeat('00', 32), 'hex'), 200, '', now() - make_interval(days => case when n = 1 then 6 else 8 end)
     from generate_series(1, 10050) n`,
    [shop.merchant],
  )
  const job = housekeepingJobs(databases).find(({ name }) => name.endsWith('idempotency keys'))
  while (await job?.run(new Date()));
  expect(await column('select key from idempotency_key where merchant_id = $1', [shop.merchant])).toEqual(['key-1'])
})

it('days of its own are used', async () => {
  const { id } = newId(new Date())
  await owner.query(
    `insert into mail (id, created_at, template, next_attempt_at, expires_at, done_at, outcome)
     values ($1, now(), 'test', now(), now(), now() - interval '3 days', 'sent')`,
    [id],
  )
  const run = (days: number) =>
    housekeepingJobs(databases, { ...usualDays, mails: days })
      .find(({ name }) => name.endsWith('mails'))
      ?.run(new Date())
  await run(4)
  expect(await column('select id from mail where id = $1', [id])).toEqual([id])
  await run(2)
  expect(await column('select id from mail where id = $1', [id])).toEqual([])
})

it('every table has its days, is configuration, or has a reason to have none', async () => {
  const tables = await column(`select relname from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p') and not relispartition`)
  const recorded = await column('select name from recorded_table')
  const named = [...Object.values(keptTables), ...Object.values(otherTables)].flat()
  expect(new Set(named).size).toBe(named.length)
  expect([...new Set([...named, ...recorded])].sort()).toEqual(tables.sort())
})
