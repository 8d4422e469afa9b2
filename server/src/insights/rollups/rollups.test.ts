import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { transactionByStatusEndpoint } from '@kontor/contract/insights/transaction-statistics.endpoints'
import { transactionTransitions } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { credential, until } from '../../../test/harness.ts'
import { type MadeMerchant, type Make, makers } from '../../../test/make.ts'
import { seeded } from '../../demo/trade/random.ts'
import { changeTransaction } from '../../engine/outcome/change-transaction.ts'
import { lockTransaction } from '../../engine/records/stored-transaction.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { type Databases, openDatabases, type Trx } from '../../platform/db/database.ts'
import { onWire } from '../../platform/sums.ts'
import { understand } from '../asked.ts'
import { allStatement, candidatesStatement } from '../best-customers.ts'
import { breakdown, lifecycle } from '../breakdowns.ts'
import { series } from '../series.ts'
import { countByRollup } from './count-by-rollup.ts'
import { fold, foldAll } from './fold.ts'
import { rebuild, rebuildCustomers } from './rebuild.ts'
import { everyDay, verify } from './verify.ts'

let database: TestDatabase
let databases: Databases
let make: Make
let shops: MadeMerchant[]
const customers = new Map<string, string[]>()
const random = seeded('rollups')
const provider: Actor = { ...engineActor('', 'system'), scope: { merchant: null }, time_zone: 'Europe/Amsterdam' }

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:1', credential })
  shops = [await make.merchant({ currency_code: 'EUR' }), await make.merchant({ currency_code: 'USD' })]
  for (const { merchant } of shops)
    customers.set(merchant, [
      await make.customer(merchant),
      await make.customer(merchant),
      await make.customer(merchant),
    ])
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})

const differences = async () => {
  const { differences, examples } = await verify(databases.provider, () => new Date())
  return { differences, examples }
}
const nothing = { differences: 0, examples: [] }
const pending = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from statistics_delta`.execute(databases.provider)).rows[0]?.n)

function named(url: string, application: string): string {
  const address = new URL(url)
  address.searchParams.set('application_name', application)
  return address.href
}

const somewhen = () => new Date(Date.now() - random.between(0, 60) * 3_600_000)
const trade = (shop: MadeMerchant, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      make.transaction(shop, {
        created_at: somewhen(),
        status: 'INITIATED',
        amount: random.integer(1, 9_999),
        ...(random.chance(0.8) ? { customer: random.pick(customers.get(shop.merchant) ?? []) } : {}),
      }),
    ),
  )

/** Begins payments, changes their status, and refunds some, until stopped. */
async function traffic(shop: MadeMerchant, stop: AbortSignal): Promise<number> {
  const begun = await trade(shop, 10)
  let changes = 0
  for (; !stop.aborted; changes += 1) {
    if (random.chance(0.3)) begun.push(...(await trade(shop, 1)))
    await databases.provider.transaction().execute((trx) => moveOn(trx, shop, random.pick(begun).id))
  }
  return changes
}

async function moveOn(trx: Trx, shop: MadeMerchant, id: string): Promise<void> {
  const row = await lockTransaction(trx, engineActor(shop.merchant, 'system'), id)
  const next = transactionTransitions[row.status]
  if (next.length > 0) await changeTransaction(trx, row, { status: random.pick(next) })
}

/** Compares all figures with the rows, in one snapshot. */
async function isExact(actor: Actor): Promise<void> {
  await databases.provider
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const asked = await understand(trx, actor, { currency_code: 'EUR' }, new Date())
      const { rows } = await sql<{ status: string; count: number; volume: number }>`
      select status, count(*) as count, sum(amount)::bigint as volume from transaction
      where currency_code = 'EUR' and created_at >= ${new Date(asked.span.from).toISOString()}
        and created_at < ${new Date(asked.span.to).toISOString()} group by status`.execute(trx)
      const byStatus = onWire<ReplyOf<typeof transactionByStatusEndpoint>>(
        await breakdown(asked, 'transaction', 'status'),
      ).items.map(({ value, ...sum }) => ({
        status: value,
        ...sum,
      }))
      const sorted = (items: { status: string | null }[]) =>
        [...items].sort((a, b) => (String(a.status) < String(b.status) ? -1 : 1))
      expect(sorted(byStatus)).toEqual(sorted(rows))
      const all = rows.reduce((sum, { count }) => sum + count, 0)
      const { points } = await series(asked, 'transaction', 'hour')
      expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(all)
      const { ways } = await lifecycle(asked)
      const { rows: steps } = await sql<{ from: string; to: string; count: number }>`
      select e.from_status as from, e.to_status as to, count(*) as count from transaction_event e
      join transaction t on t.merchant_id = e.merchant_id and t.created_at = e.transaction_created_at and t.id = e.transaction_id
      where e.entity = 'transaction' and e.from_status is not null and t.currency_code = 'EUR'
        and t.created_at >= ${new Date(asked.span.from).toISOString()}
        and t.created_at < ${new Date(asked.span.to).toISOString()} group by 1, 2`.execute(trx)
      const inWords = (some: typeof steps) => some.map(({ from, to, count }) => `${from} ${to} ${count}`).sort()
      expect(inWords(ways)).toEqual(inWords(steps))
      const ranking = { actor, span: asked.span, currency_code: 'EUR', output: 'count' as const, limit: 2 }
      const everybody = await allStatement(ranking).execute(trx)
      const few = await candidatesStatement({ ...ranking, most: 10 }).execute(trx)
      expect(few.rows[0]?.items).toEqual(everybody.rows)
      const query = {
        filters: [{ field: 'currency_code', op: 'in' as const, values: ['EUR'] }],
        sort: { field: 'created_at', descending: true },
        limit: 25,
        skip: 0,
        populate: [],
        format: 'csv' as const,
        columns: [],
      }
      expect(await countByRollup(trx, actor, 'transaction', query)).toBe(all)
    })
}

describe('folding', () => {
  it('loses and doubles nothing while payments move on, folds run two at once and are killed half-way', async () => {
    const stop = new AbortController()
    const admin = new pg.Client(database.adminUrl)
    await admin.connect()
    // The folds have their own connections: with a shared pool, the connection that is killed could be a reader's.
    const folders = openDatabases(
      { ...database.direct, providerUrl: named(database.direct.providerUrl, 'folder') },
      () => {},
    )
    const seen = { folds: 0, kills: 0, failed: 0, reads: 0 }
    const folding = async () => {
      while (!stop.signal.aborted) {
        await fold(folders.provider, random.integer(1, 60)).then(
          () => (seen.folds += 1),
          () => (seen.failed += 1),
        )
      }
    }
    const killing = async () => {
      while (!stop.signal.aborted) {
        await sleep(random.integer(5, 60))
        const { rowCount } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'active'
           and application_name = 'folder' limit 1`,
        )
        seen.kills += rowCount ?? 0
      }
    }
    const reading = async () => {
      for (; !stop.signal.aborted; seen.reads += 1) await isExact(provider)
    }
    const work = [
      ...shops.map((shop) => traffic(shop, stop.signal)),
      folding(),
      folding(),
      killing(),
      reading(),
      reading(),
    ]
    // A busy machine needs longer for the same number of reads and folds.
    const enough = until(
      () => Promise.resolve(Object.values(seen)),
      (times) => times.every((each) => each > 8),
      40_000,
    )
    await Promise.race([enough, ...work]).finally(() => stop.abort())
    await Promise.all(work).finally(() => Promise.all([admin.end(), folders.close()]))
    expect(await differences()).toEqual(nothing)
    await foldAll(databases.provider)
    expect([await pending(), await differences()]).toEqual([0, nothing])
  }, 60_000)

  it('leaves a merchant’s figures as they are when another trades', async () => {
    const [a, b] = shops as [MadeMerchant, MadeMerchant]
    const until = new Date()
    const figuresOfA = () =>
      databases.merchant.transaction().execute(async (trx) => {
        await sql`select set_config('kontor.merchant', ${a.merchant}, true)`.execute(trx)
        const actor = engineActor(a.merchant, 'system')
        const asked = await understand(trx, actor, {}, until)
        return JSON.stringify(
          onWire<unknown>([
            await series(asked, 'transaction', 'hour'),
            await breakdown(asked, 'transaction', 'status'),
          ]),
        )
      })
    const before = await figuresOfA()
    await trade(b, 20)
    expect(await figuresOfA()).toBe(before)
    await foldAll(databases.provider)
    expect(await figuresOfA()).toBe(before)
    await trade(a, 1)
    expect(await figuresOfA()).not.toBe(before)
  })
})

describe('a comparison of the roll-ups with the rows', () => {
  it('finds what is wrong, writes it down, and making them anew mends it, also while payments are made', async () => {
    await foldAll(databases.provider)
    const [day] = (await sql<{ day: string }>`select max(day) as day from statistics_day`.execute(databases.provider))
      .rows
    await sql`update statistics_day set n = n + 1 where day = ${day?.day} and dimension = 'status'`.execute(
      databases.provider,
    )
    await sql`delete from statistics_hour where hour = (select max(hour) from statistics_hour)`.execute(
      databases.provider,
    )
    const found = await verify(databases.provider, () => new Date())
    expect(found.differences).toBeGreaterThan(2)
    expect(found.examples[0]).toMatchObject({ rollup: 'statistics_hour', entity: 'transaction' })
    const { rows } = await sql`select differences, examples from statistics_check order by id desc limit 1`.execute(
      databases.provider,
    )
    expect(rows).toEqual([{ differences: found.differences, examples: found.examples }])

    const stop = new AbortController()
    const busy = traffic(shops[0] as MadeMerchant, stop.signal)
    if (!found.days) throw new Error('there were days')
    await rebuild(databases.provider, found.days).finally(() => stop.abort())
    expect(await busy).toBeGreaterThan(0)
    expect(await differences()).toEqual(nothing)
  })
})

describe('the application', () => {
  it('on behalf of a merchant writes no roll-up', async () => {
    const [a] = shops as [MadeMerchant]
    for (const statement of [
      'update statistics_hour set n = 0',
      'delete from statistics_day',
      'delete from statistics_delta',
    ])
      await expect(
        databases.merchant.transaction().execute(async (trx) => {
          await sql`select set_config('kontor.merchant', ${a.merchant}, true)`.execute(trx)
          await sql.raw(statement).execute(trx)
        }),
      ).rejects.toThrow(/permission denied/)
  })
})

it('a delta that the roll-ups cannot take is set aside and said so, and all the others are folded', async () => {
  const db = databases.provider
  const [shop] = shops as [MadeMerchant]
  await foldAll(db)
  await trade(shop, 20)
  // Random text longer than an index entry allows, which compression cannot shorten.
  const browser = Array.from({ length: 400 }, () => randomUUID()).join('')
  const bad = await make.transaction(shop, { browser, amount: 77 })
  await trade(shop, 20)
  const worse = await make.transaction(shop, { browser: `${browser}!`, amount: 78 })
  const aside: string[] = []
  while (await fold(db, 16, ({ reason }) => aside.push(reason)));
  expect(aside).toEqual([expect.stringContaining('index row'), expect.stringContaining('index row')])
  expect(await pending()).toBe(0)
  const { rows } = await sql<{ amount: number }>`
    select (delta ->> 'amount')::bigint as amount from statistics_delta_aside order by 1`.execute(db)
  expect(rows).toEqual([{ amount: 77 }, { amount: 78 }])
  const found = await verify(db, () => new Date())
  expect([found.set_aside, found.differences > 0]).toEqual([2, true])
  // Each key that lacks one of the two, or both.
  expect(found.examples.every(({ amount }) => ['77', '78', '155'].includes(amount))).toBe(true)
  // Rebuild folds inside its transaction, which continues after one more fault, and counts the rows themselves.
  const last = await make.transaction(shop, { browser, amount: 79 })
  const admin = new pg.Client(database.adminUrl)
  await admin.connect()
  await admin.query('update transaction set browser = null where id = any($1)', [[bad.id, worse.id, last.id]])
  await admin.end()
  const days = await everyDay(db)
  if (!days) throw new Error('there are payments')
  await rebuild(db, days)
  await rebuildCustomers(db)
  expect(await verify(db, () => new Date())).toMatchObject({ ...nothing, set_aside: 0 })
})
