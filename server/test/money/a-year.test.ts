import { plusDays } from '@kontor/contract/dates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/checking/verify-ledger.ts'
import { verifySettlements } from '../../src/settlements/runs/verify-settlements.ts'
import { until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from './ledger-house.ts'

const firstDay = '2026-12-01'
const days = isHeavy ? 366 : 12
/** Per day of the engine, on the average. */
const killed = isHeavy ? 0.08 : 0.15
const lastDay = plusDays(firstDay, days)

let house: LedgerHouse
let server: ServerProcess | undefined
let shops: Awaited<ReturnType<LedgerHouse['make']['merchant']>>[]
let superUser: string

beforeAll(async () => {
  house = await openLedgerHouse()
  shops = [await house.make.merchant(), await house.make.merchant(), await house.make.merchant()]
  await house.rows('select ensure_partitions($1::date, $2::date)', [firstDay, plusDays(lastDay, 60)])
  await house.clockTo(`${firstDay}T09:00:00Z`)
  await house.open()
  const [one, two] = shops.map(({ merchant }) => merchant)
  await workedPrices(house.make, [String(one), String(two)])
  const schedule = await house.make.settlementSchedule({ frequency: 'DAILY' })
  await house.make.settlementProfile(String(one), { schedule, isDefault: true, negative: 'RESERVE' })
  superUser = await house.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
  server = await startServerProcess(house.database, { KONTOR_MODULES: 'collecting' })
}, 120_000)
afterAll(async () => {
  await server?.kill()
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

/** Payments, and what is given back of them, at whatever hour the engine's clock has come to. */
async function trade(turn: number): Promise<void> {
  const shop = shops[turn % shops.length]
  if (!shop) return
  const amount = 100 + Math.floor(Math.random() ** 4 * 900_000)
  const payment = await house.make.transaction(shop, { amount, payment_product: turn % 2 ? 'ideal' : 'card' })
  if (turn % 5 === 0) await house.make.refund(shop, payment, { amount: Math.ceil(amount / 2) })
  if (turn % 7 === 0) await house.make.refund(shop, payment, { amount: Math.ceil(amount / 4), status: 'PENDING' })
  if (turn % 11 === 0) await house.make.chargeback(shop, payment, { amount })
}

async function killAndStart(): Promise<void> {
  await server?.kill()
  await server?.start()
}

it(`${days} days of trade in which the server is killed again and again leave nothing twice and nothing out (money checks 7 and 22)`, async () => {
  const moved = await fetch(`${server?.url}/v1/psp/clock`, {
    ...{ method: 'POST', headers: { cookie: superUser, 'content-type': 'application/json' } },
    body: JSON.stringify({ to: `${lastDay}T09:00:00Z` }),
  })
  expect(moved.status).toBe(200)
  let [turn, kills, day] = [0, 0, firstDay]
  for (; day < lastDay; turn += 1) {
    await trade(turn)
    const { today } = await ledgerDay()
    if (today !== day && Math.random() < killed) {
      await killAndStart()
      kills += 1
    }
    day = today
  }
  if (kills === 0) await killAndStart()
  const yesterday = plusDays(lastDay, -1)
  await until(ledgerDay, ({ closed, settled }) => closed >= yesterday && (settled ?? '') >= yesterday, 120_000)
  await house.post()

  const [sums] = await house.rows<{ unequal: number; payments: number; captures: number; settlements: number }>(
    `select
       (select count(*)::int from (select currency_code from ledger_balance group by 1 having sum(debit) <> sum(credit)) x) as unequal,
       (select count(*)::int from transaction) as payments,
       (select count(*)::int from ledger_transfer where kind = 1) as captures,
       (select count(*)::int from settlement) as settlements`,
  )
  expect(sums).toMatchObject({ unequal: 0, payments: turn, captures: turn })
  // A shop is settled on each banking day, two each Monday.
  expect(sums?.settlements).toBeGreaterThan(days / 2)
  expect(await verifySettlements(house.databases.provider)).toEqual([])
  expect(await verifyLedger(house.databases.provider, () => new Date())).toMatchObject({ differences: 0 })
}, 1_800_000)
