import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { housekeepingJobs } from '../../src/housekeeping/housekeeping.ts'
import { keptKinds } from '../../src/housekeeping/kept-days.ts'
import { keptTables } from '../everything/kept-tables.ts'
import { startTestApp, type TestApp, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import type { MadeMerchant } from '../make/organisations/merchant.ts'
import { openReceiver, type Receiver } from '../receiver.ts'

/** Payments of a month. */
const each = 20
/** Payments of the last month, by which the bytes of one are reckoned. */
const measured = 1_500
const day_ms = 86_400_000
/** By then everything that is kept for a while after a payment goes as it comes. */
const filling = Math.ceil(Math.max(keptKinds.orders.days, keptKinds.notifications.days) / 28)
const year = 12

// The months pass in fast motion up to the present one: the clock of payments, which housekeeping uses, stands in the middle of
// each. What the database dates by its own clock is moved back into the month.
const middleOf = (month: number) => {
  const today = new Date()
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - filling - year + month, 15)
}
let behind_ms = 0
const clock = { now: () => new Date(Date.now() - behind_ms) }

let kontor: TestApp
let owner: pg.Client
let receiver: Receiver
let shop: MadeMerchant
let program: string
let count = 0

const moveTo = async (month: number) => {
  behind_ms = Date.now() - middleOf(month)
  await owner.query('update installation set clock_offset_ms = $1', [-behind_ms])
}

async function payAll(payments: number): Promise<void> {
  let left = payments
  const one = async () => {
    while (left-- > 0) {
      count += 1
      const means = { amount: 1_000 + count, payment_product: 'card', card_token: 'test_visa' }
      const order = { payment_profile: shop.profile, ...means, merchant_reference: `Order ${count}` }
      const headers = { 'idempotency-key': `order-${count}` }
      expect((await kontor.post(program, '/v1/transaction', order, headers)).status).toBe(201)
    }
  }
  await Promise.all(Array.from({ length: 4 }, one))
  const waiting = async () => {
    const { rows } = await owner.query(`select ((select count(*) from statistics_delta)
      + (select count(*) from transaction where status <> 'SETTLEMENT_COMPLETED')
      + (select count(*) from outbox where done_at is null) + (select count(*) from webhook where done_at is null)
      + (select count(*) from processor_notification where worked_at is null))::int as n`)
    return rows[0].n
  }
  await until(waiting, (n) => n === 0, 120_000)
}

/** What was written since this moment says that it is of the month. */
async function moveBack(since: Date): Promise<void> {
  const { rows } = await owner.query(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and c.table_name = any($1) and c.data_type = 'timestamp with time zone'
       and t.table_type = 'BASE TABLE'`,
    [Object.values(keptTables).flat()],
  )
  await owner.query('begin; set local session_replication_role = replica')
  for (const { table, column } of rows)
    await owner.query(
      `update ${table} set ${column} = ${column} - make_interval(secs => $1)
       where ${column} >= $2 and ${column} < now() + interval '1 day'`,
      [behind_ms / 1_000, since],
    )
  await owner.query('commit')
}

async function passMonth(month: number): Promise<void> {
  await moveTo(month)
  const since = new Date()
  await payAll(each)
  await moveBack(since)
  await keepHouse()
}

async function keepHouse(): Promise<void> {
  for (const job of housekeepingJobs(kontor.databases)) while ((await job.run(new Date())) === true);
}

interface Size {
  rows: number
  bytes: number
}

/** Rows and bytes of what is kept for a while, or of everything else, partitions with their tables. */
async function sizeOf(isKept: boolean): Promise<Size> {
  await owner.query('vacuum full')
  const kept = Object.values(keptTables).flat()
  const { rows } = await owner.query<{ name: string; bytes: string; count: string }>(
    `select coalesce(i.inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid)) as bytes,
       sum((xpath('/row/c/text()', query_to_xml('select count(*) as c from only ' || c.oid::regclass, false, true, '')))[1]::text::int) as count
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  )
  const these = rows.filter(({ name }) => kept.includes(name) === isKept)
  const sum = (of: 'bytes' | 'count') => these.reduce((total, row) => total + Number(row[of]), 0)
  return { rows: sum('count'), bytes: sum('bytes') }
}

describe.runIf(isHeavy)('a year of payments', { timeout: 1_800_000 }, () => {
  beforeAll(async () => {
    receiver = await openReceiver()
    behind_ms = Date.now() - middleOf(0)
    // Without collecting: the ledger is kept for ever, and is no part of the two kilobytes.
    kontor = await startTestApp({
      ...{ clock, auditTrail: false, signIn: { modules: [] } },
      webhooks: { allowPrivate: true },
    })
    owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query('select ensure_partitions($1::date, now()::date)', [new Date(middleOf(0) - 31 * day_ms)])
    // Only in a demo may the clock of payments differ from the wall's, and never lie behind it.
    await owner.query(`alter table installation drop constraint installation_clock_only_in_demo,
      drop constraint installation_clock_offset_ms_check`)
    shop = await kontor.make.merchant()
    await owner.query('update payment_profile set webhook_transaction_update = $1 where id = $2', [
      receiver.url(),
      shop.profile,
    ])
    program = await kontor.make.apiKey(shop.merchant)
    await kontor.connect(shop.merchant)
  }, 120_000)
  afterAll(async () => {
    await owner.end()
    await kontor.stop()
    receiver.close()
  })

  it('leaves the disk as it was, but for what a payment is for ever', async () => {
    const sizes: Size[] = []
    for (let month = 0; month < filling + year; month += 1) {
      await passMonth(month)
      if (month >= filling - 1) sizes.push(await sizeOf(true))
    }
    const [first, ...others] = sizes
    const perMonth = (first?.rows ?? 0) / filling
    expect(others).toHaveLength(year)
    expect(perMonth).toBeGreaterThan(each)
    for (const { rows, bytes } of others) {
      // A month is as long as it is, so that one more or less is still there.
      expect(Math.abs(rows - (first?.rows ?? 0))).toBeLessThanOrEqual(2 * perMonth)
      // A month that was emptied keeps its empty tables, for what comes late.
      expect(bytes - (first?.bytes ?? 0)).toBeLessThan(year * 100_000)
    }
    const { rows } = await owner.query('select count(*)::int as n from transaction')
    expect(rows).toEqual([{ n: (filling + year) * each }])
  })

  it('has two kilobytes at most for each payment that stay', async () => {
    const before = await sizeOf(false)
    const since = new Date()
    await payAll(measured)
    await moveBack(since)
    await keepHouse()
    const after = await sizeOf(false)
    const bytes = (after.bytes - before.bytes) / measured
    expect(bytes).toBeGreaterThan(300)
    expect(bytes).toBeLessThanOrEqual(2_000)
  })
})
