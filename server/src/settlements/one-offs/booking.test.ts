import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { verifyLedger } from '../../ledger/checking/verify-ledger.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { bookOneOff } from './book-one-off.ts'
import { lockOneOff } from './locked-one-off.ts'
import { oneOffsJob } from './one-offs-job.ts'

let house: LedgerHouse
let shop: MadeMerchant
let day = '2054-12-07'

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo(`${day}T09:00:00Z`)
  await house.open()
})
afterAll(() => house.stop())
beforeEach(async () => {
  shop = await house.make.merchant({ currency_code: 'EUR' })
})

const now = () => new Date(`${day}T09:30:00Z`)
const run = () => oneOffsJob(house.databases).run(now())
/** The next day comes, and those before it are closed. */
async function nextDay(): Promise<void> {
  day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  await house.clockTo(`${day}T09:00:00Z`)
  await closeDays(house.databases.provider)
}
const approved = (given: object = {}, of = shop) =>
  house.make.oneOff(of.merchant, { status: 'APPROVED', kind: 'CORRECTION', date: day, ...given })
const transfers = (of = shop) =>
  house.rows(
    `select k.name as kind, t.amount::int as amount, t.business_day::text as business_day, t.available_on::text as available_on,
      t.reason from ledger_transfer t join ledger_kind k using (kind) where t.merchant_id = $1 order by t.seq`,
    [of.merchant],
  )
const stored = async (id: string) =>
  (
    await house.rows<Record<string, unknown>>(
      `select status, booked_on::text as booked_on from one_off where id = $1`,
      [id],
    )
  )[0]

describe('an approved one-off', () => {
  it('of 9.95 without VAT is booked on its day as 9.95, and is available at once (money check 5)', async () => {
    const id = await approved({ amount: -995, description: 'Sleutel' })
    await run()
    expect(await transfers()).toEqual([
      { kind: 'one_off_debit', amount: 995, business_day: day, available_on: day, reason: 'Sleutel' },
    ])
    expect(await stored(id)).toEqual({ status: 'BOOKED', booked_on: day })
  })

  it('has its VAT beside it, half a cent up, and gives it back with a credit', async () => {
    await approved({ amount: -995, vat: true })
    await approved({ amount: 250, vat: true })
    await run()
    const booked = (await transfers()).map(({ kind, amount }) => [kind, amount])
    expect(booked.sort()).toEqual([
      ['one_off_credit', 250],
      ['one_off_debit', 995],
      ['vat', 209],
      ['vat_less', 53],
    ])
  })

  it('has no VAT for a merchant that accounts for it itself, or is outside of the Union', async () => {
    const german = await house.make.merchant()
    const swiss = await house.make.merchant()
    await house.rows(`update merchant set country_code = 'DE', vat_number = 'DE123456789' where id = $1`, [
      german.merchant,
    ])
    await house.rows(`update merchant set country_code = 'CH' where id = $1`, [swiss.merchant])
    for (const of of [german, swiss]) await approved({ amount: -995, vat: true }, of)
    await run()
    for (const of of [german, swiss]) expect((await transfers(of)).map(({ kind }) => kind)).toEqual(['one_off_debit'])
  })

  it('waits for its day, and is left alone while it is open or when it is cancelled', async () => {
    const later = await approved({ date: '2055-06-01' })
    await house.make.oneOff(shop.merchant, { date: day })
    await house.make.oneOff(shop.merchant, { date: day, status: 'CANCELLED' })
    await run()
    expect([await transfers(), (await stored(later))?.['status']]).toEqual([[], 'APPROVED'])
  })

  it('is booked on the first open day when its own is closed', async () => {
    const id = await approved()
    await nextDay()
    await run()
    expect(await stored(id)).toEqual({ status: 'BOOKED', booked_on: day })
    expect((await transfers())[0]?.['business_day']).toBe(day)
  })

  it('is booked in the book of its payment', async () => {
    const payment = await house.make.transaction(shop, { amount: 5_000 })
    await house.post()
    const id = await approved({ transaction: payment })
    await run()
    const books = await house.rows(`select distinct book_id from ledger_transfer where transaction_id = $1`, [
      payment.id,
    ])
    const [row] = await house.rows(`select book_id from one_off where id = $1`, [id])
    expect(books).toEqual([row])
  })
})

describe('exactly once', () => {
  it('by two processes at the same moment', async () => {
    for (let made = 0; made < 5; made += 1) await approved()
    await Promise.all([run(), run(), run()])
    expect(await transfers()).toHaveLength(5)
    await run()
    expect(await transfers()).toHaveLength(5)
  })

  it('when the process ends between the booking and the status: both are undone, and the next run does both', async () => {
    const id = await approved()
    const engine = engineActor(shop.merchant, 'system')
    const dying = inTransaction(
      house.databases,
      engine,
      async (trx) => {
        await bookOneOff(trx, await lockOneOff(trx, engine, id), now())
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      },
      { as: 'provider' },
    )
    await expect(dying).rejects.toThrow()
    expect([await transfers(), (await stored(id))?.['status']]).toEqual([[], 'APPROVED'])
    await run()
    expect([(await transfers()).length, (await stored(id))?.['status']]).toEqual([1, 'BOOKED'])
  })

  it('one that cannot be booked does not stop the others', async () => {
    const broken = await approved()
    const fine = await approved()
    await house.rows(
      `alter table one_off add constraint broken check (id <> '${broken}' or status <> 'BOOKED') not valid`,
    )
    await expect(run()).rejects.toThrow('one-offs that could not be booked')
    expect((await stored(fine))?.['status']).toBe('BOOKED')
    await house.rows('alter table one_off drop constraint broken')
    await run()
    expect(await transfers()).toHaveLength(2)
  })

  it('very many are booked in turns, and what could not be booked is told once, at their end', async () => {
    const [broken = ''] = [await approved()]
    for (let n = 0; n < 54; n += 1) await approved()
    await house.rows(
      `alter table one_off add constraint broken check (id <> '${broken}' or status <> 'BOOKED') not valid`,
    )
    const job = oneOffsJob(house.databases)
    expect(await job.run(now())).toBe(true)
    expect(await transfers()).toHaveLength(49)
    await expect(job.run(now())).rejects.toThrow('one-offs that could not be booked')
    expect(await transfers()).toHaveLength(54)
    await house.rows('alter table one_off drop constraint broken')
    expect(await job.run(now())).toBe(false)
    expect(await transfers()).toHaveLength(55)
  })
})

describe('a repetition', () => {
  it('is made with the booking before it, is approved like that, and is made up for after a pause', async () => {
    const id = await approved({ date: '2054-11-30', repeat_until: '2055-01-31', amount: -500 })
    await run()
    const rows = await house.rows(
      `select date::text as date, status, occurrence, booked_on::text as booked_on from one_off where series_id = $1 order by occurrence`,
      [id],
    )
    expect(rows).toEqual([
      { date: '2054-11-30', status: 'BOOKED', occurrence: 1, booked_on: day },
      { date: '2054-12-30', status: 'APPROVED', occurrence: 2, booked_on: null },
    ])
  })
})

it('after all of this the ledger is what its payments and its sums say', async () => {
  expect(await verifyLedger(house.databases.provider, now)).toMatchObject({ differences: 0 })
})
