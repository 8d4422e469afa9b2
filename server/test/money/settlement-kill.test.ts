import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/checking/verify-ledger.ts'
import { closeDays } from '../../src/ledger/closing/close-days.ts'
import { verifySettlements } from '../../src/settlements/runs/verify-settlements.ts'
import { until } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type LedgerHouse, openLedgerHouse } from './ledger-house.ts'

let house: LedgerHouse
let server: ServerProcess | undefined
/** Of the second payment the cap leaves 500 to hold, of which two fifths come back with the refund. */
const due = 20_000 + 10_000 - 4_000 - 2_000 - 500 + 200
/** In the order in which a run settles them. */
let merchants: string[]
let staff: string

beforeAll(async () => {
  house = await openLedgerHouse()
  const shops: MadeMerchant[] = []
  for (let at = 0; at < 3; at += 1) shops.push(await house.make.merchant({ currency_code: 'EUR' }))
  merchants = shops.map(({ merchant }) => merchant).sort()
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  for (const { merchant } of shops)
    await house.make.settlementProfile(merchant, {
      ...{ isDefault: true, webhook_url: 'https://settled.test.example/', recipients: ['books@test.example'] },
    })
  await house.make.scheme({ type: 'RESERVE', hold_ppm: 100_000, hold_base: 'NET', hold_cap: 2_500, merchants })
  const pay = (shop: MadeMerchant, amount: number) => house.make.transaction(shop, { amount, payment_product: 'ideal' })
  for (const shop of shops) {
    await pay(shop, 20_000)
    const second = await pay(shop, 10_000)
    await house.post()
    await house.make.refund(shop, second, { amount: 4_000 })
    await house.post()
  }
  await house.clockTo('2054-12-14T09:00:00Z')
  await house.post()
  await closeDays(house.databases.provider)
  staff = await house.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  await server?.kill()
  await house.stop()
})

const run = async () => {
  const answer = await fetch(`${server?.url}/v1/psp/settlement/run`, {
    ...{ method: 'POST', headers: { cookie: staff, 'content-type': 'application/json' }, body: '{}' },
  })
  return { status: answer.status, body: await answer.json() }
}
const settlements = () =>
  house.rows(
    `select merchant_id, id, number, covers::text, opening::int, total::int, paid::int, carried::int, status from settlement
      order by merchant_id`,
  )
const payouts = () =>
  house.rows(`select merchant_id, seq, amount::int from ledger_transfer where kind = 10 order by merchant_id`)
/** What is told to anybody. A settlement whose mail is due is not mailed yet. */
const told = async () =>
  (
    await house.rows<{ webhooks: number; mails: number; due: number }>(
      `select (select count(*)::int from webhook where type = 'settlement') as webhooks,
        (select count(*)::int from mail where template = 'settlement_closed') as mails,
        (select count(*)::int from settlement where mail_due) as due`,
    )
  )[0]
const isMailed = () => until(told, (so_far) => so_far?.due === 0)

it('a run that is killed between two merchants goes on, and one more changes nothing and tells nobody (money check 7)', async () => {
  const [first, second] = merchants
  const [book] = await house.rows<{ id: string; currency_code: string }>(
    'select distinct book_id as id, currency_code from ledger_balance where merchant_id = $1',
    [second],
  )
  // Whoever changes the profile of the second merchant at this moment: the run waits there.
  const other = new pg.Client(house.database.adminUrl)
  await other.connect()
  await other.query('begin')
  await other.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `kontor.settlement/${second}/${book?.id}/${book?.currency_code}`,
  ])
  server ??= await startServerProcess(house.database, { KONTOR_MODULES: 'collecting' })
  const killed = run().catch(() => 'killed')
  await until(settlements, ({ length }) => length > 0)
  await until(
    () => house.rows(`select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`),
    ({ length }) => length > 0,
  )
  expect((await settlements()).map(({ merchant_id }) => merchant_id)).toEqual([first])
  const before = await settlements()
  expect((await told())?.webhooks).toBe(1)
  await server.kill()
  expect(await killed).toBe('killed')
  await other.query('rollback')
  await other.end()
  expect(await settlements()).toEqual(before)

  await server.start()
  expect(await run()).toMatchObject({
    status: 200,
    body: { settled_through: '2054-12-13', failed: 0, is_complete: true },
  })
  const [done, paid] = [await settlements(), await payouts()]
  expect(await isMailed()).toEqual({ webhooks: 3, mails: 3, due: 0 })
  expect(done).toMatchObject(merchants.map((merchant_id) => ({ merchant_id, total: due, paid: due, carried: 0 })))
  expect(done.slice(0, 1)).toEqual(before)
  expect(paid).toMatchObject(merchants.map((merchant_id) => ({ merchant_id, amount: due })))
  for (const _ of [1, 2]) expect((await run()).body).toMatchObject({ settlements: 0, failed: 0, is_complete: true })
  expect([await settlements(), await payouts()]).toEqual([done, paid])
  expect(await isMailed()).toEqual({ webhooks: 3, mails: 3, due: 0 })
  expect(await verifySettlements(house.databases.provider)).toEqual([])
  expect(await verifyLedger(house.databases.provider, () => new Date())).toMatchObject({ differences: 0 })
}, 120_000)
