import { lastOfMonth, plusDays } from '@kontor/contract/dates'
import { newLine } from '@kontor/contract/pricing/new-line'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/checking/verify-ledger.ts'
import { verifySettlements } from '../../src/settlements/runs/verify-settlements.ts'
import { until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from './ledger-house.ts'

// The short form holds the end of a month.
const firstDay = '2055-01-25'
const days = isHeavy ? 366 : 12
const lastDay = plusDays(firstDay, days)

/** What the server is killed in the middle of, by the table on whose lock it then waits. */
const interrupted = {
  poster: 'ledger_balance',
  closing: 'ledger_day_sum',
  'settlement run': 'settlement_line',
} as const
type Interrupted = keyof typeof interrupted
const kills: [day: string, in_the_middle_of: Interrupted][] = isHeavy
  ? Array.from({ length: 30 }, (_, at) => [plusDays(firstDay, 3 + at * 12), cycled(at)])
  : [
      [plusDays(firstDay, 2), 'poster'],
      [plusDays(firstDay, 6), 'closing'],
      [plusDays(firstDay, 9), 'settlement run'],
    ]
function cycled(at: number): Interrupted {
  if (at % 3 === 0) return 'poster'
  return at % 3 === 1 ? 'closing' : 'settlement run'
}

let house: LedgerHouse
let other: pg.Client
let server: ServerProcess | undefined
let shops: Awaited<ReturnType<LedgerHouse['make']['merchant']>>[]
let superUser: string

beforeAll(async () => {
  house = await openLedgerHouse()
  other = new pg.Client({ connectionString: house.database.adminUrl })
  await other.connect()
  shops = [
    await house.make.merchant(),
    await house.make.merchant(),
    await house.make.merchant({ currency_code: 'GBP' }),
  ]
  await house.rows('select ensure_partitions($1::date, $2::date)', [firstDay, plusDays(lastDay, 60)])
  await house.clockTo(`${firstDay}T09:00:00Z`)
  await house.open()
  const [one, two, three] = shops.map(({ merchant }) => merchant)
  await workedPrices(house.make, [String(one), String(two)])
  const ofMonths = [
    ...[newLine({ ppm: 15_000 }), newLine({ event: 'month', fixed: 900 })],
    ...[newLine({ event: 'month_minimum', fixed: 5_000 }), newLine({ event: 'month_maximum', fixed: 90_000 })],
  ]
  await house.make.scheme({ currency_code: 'GBP', lines: ofMonths, merchants: [String(three)] })
  const schedule = await house.make.settlementSchedule({ frequency: 'DAILY' })
  await house.make.settlementProfile(String(one), { schedule, isDefault: true, negative: 'RESERVE' })
  superUser = await house.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
  server = await startServerProcess(house.database, { KONTOR_MODULES: 'collecting' }, { patience_ms: 180_000 })
}, 120_000)
afterAll(async () => {
  await server?.kill()
  await other.end()
  await house.stop()
})

const ledgerDay = async () => {
  const [found] = await house.rows<{ today: string; closed: string; settled: string | null }>(
    `select (engine_now() at time zone (select time_zone from installation))::date::text as today,
       closed_through::text as closed, (select settled_through::text from settlement_progress) as settled from ledger_day`,
  )
  if (!found) throw new Error('the ledger is not open')
  return found
}

let turn = 0
/** Payments, and what is given back of them, at whatever hour the engine's clock has come to. */
async function trade(): Promise<void> {
  const shop = shops[turn % shops.length]
  turn += 1
  if (!shop) return
  const amount = 100 + Math.floor(Math.random() ** 4 * 900_000)
  const payment = await house.make.transaction(shop, { amount, payment_product: turn % 2 ? 'ideal' : 'card' })
  if (turn % 5 === 0) await house.make.refund(shop, payment, { amount: Math.ceil(amount / 2) })
  if (turn % 7 === 0) await house.make.refund(shop, payment, { amount: Math.ceil(amount / 4), status: 'PENDING' })
  if (turn % 11 === 0) await house.make.chargeback(shop, payment, { amount })
}

/** Kills the server while it waits in the middle of something, and gives what is not right in what it leaves. */
async function killInTheMiddleOf(what: Interrupted) {
  await other.query('begin')
  await other.query(`lock table ${interrupted[what]} in share mode`)
  await trade()
  await until(
    () => house.rows(`select from pg_locks where not granted and relation = $1::regclass`, [interrupted[what]]),
    ({ length }) => length > 0,
    120_000,
  )
  await server?.kill()
  await other.query('rollback')
  const left = await wrong()
  await server?.start()
  return left
}

/** Currencies of which the sum of everything is not zero, and what settlements have twice or not at all. */
const wrong = async () => ({
  sums: await house.rows(
    'select currency_code from ledger_balance group by 1 having sum(debit) <> sum(credit) order by 1',
  ),
  settlements: await verifySettlements(house.databases.provider),
})
const nothing = { sums: [], settlements: [] }

/** How many settlements each transfer is in that moves what a merchant is owed, if its book was settled since. */
const settlementsOfTransfers = () =>
  house.rows<{ settlements: number; transfers: number }>(
    `select n as settlements, count(*)::int as transfers
      from (select t.seq, (select count(*)::int from settlement s where s.merchant_id = t.merchant_id and s.book_id = t.book_id
            and s.currency_code = t.currency_code and t.available_on <@ s.covers) as n
          from ledger_transfer t join ledger_kind k using (kind)
          where 30 in (k.debit, k.credit) and t.available_on < (select max(upper(s.covers)) from settlement s
            where s.merchant_id = t.merchant_id and s.book_id = t.book_id and s.currency_code = t.currency_code)) x
      group by 1 order by 1`,
  )

/** The last days of the months that end before the last day. */
function monthsThatEnd(): string[] {
  const ends: string[] = []
  for (let end = lastOfMonth(firstDay); end < lastDay; end = lastOfMonth(plusDays(end, 1))) ends.push(end)
  return ends
}
const feesOfMonths = () =>
  house.rows<{ day: string; fees: number }>(
    'select business_day::text as day, count(*)::int as fees from ledger_transfer where kind = 42 group by 1 order by 1',
  )

it(`${days} days of trade, in which the server is killed while it books, closes and settles, leave nothing twice and nothing out (money checks 7 and 22)`, async () => {
  const moved = await fetch(`${server?.url}/v1/psp/clock`, {
    ...{ method: 'POST', headers: { cookie: superUser, 'content-type': 'application/json' } },
    body: JSON.stringify({ to: `${lastDay}T09:00:00Z` }),
  })
  expect(moved.status).toBe(200)
  const due = [...kills]
  for (let day = firstDay; day < lastDay; { today: day } = await ledgerDay()) {
    await trade()
    const [next] = due
    if (!next || day < next[0]) continue
    due.shift()
    expect([next, await killInTheMiddleOf(next[1])]).toEqual([next, nothing])
  }
  expect(due).toEqual([])
  const yesterday = plusDays(lastDay, -1)
  await until(ledgerDay, ({ closed, settled }) => closed >= yesterday && (settled ?? '') >= yesterday, 120_000)
  await house.post()

  const [counts] = await house.rows<{ payments: number; captures: number; settlements: number; settled: number }>(
    `select
       (select count(*)::int from transaction) as payments,
       (select count(*)::int from ledger_transfer where kind = 1) as captures,
       (select count(*)::int from settlement) as settlements,
       (select count(distinct merchant_id)::int from settlement) as settled`,
  )
  expect(counts).toMatchObject({ payments: turn, captures: turn, settled: shops.length })
  // A shop is settled on each banking day, two each Monday.
  expect(counts?.settlements).toBeGreaterThan(days / 2)
  expect(await feesOfMonths()).toEqual(monthsThatEnd().map((day) => ({ day, fees: 1 })))
  expect(await wrong()).toEqual(nothing)
  expect(await settlementsOfTransfers()).toMatchObject([{ settlements: 1 }])
  expect(await verifyLedger(house.databases.provider, () => new Date(), { allFees: true })).toMatchObject({
    ...{ differences: 0, examples: [] },
  })
}, 1_800_000)
