import { randomUUID } from 'node:crypto'
import { newLine } from '@kontor/contract/pricing/new-line'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedLines, workedPrices } from '../../../test/money/ledger-house.ts'
import { lockVersion } from '../versions/locked-version.ts'
import { performRehearsal } from './perform-rehearsal.ts'
import { chargedMerchants } from './portfolio.ts'
import { listRehearsedPayments } from './rehearsed-payments.ts'
import { requireRehearsal } from './require-rehearsal.ts'

let house: LedgerHouse
let shop: MadeMerchant

/** Captures in three months; the first days of February and April in Amsterdam are still the days before in UTC. */
beforeAll(async () => {
  house = await openLedgerHouse()
  await house.rows(`select ensure_partitions('2055-01-01', '2055-04-15')`)
  await house.clockTo('2055-04-15T10:00:00Z')
  shop = await house.make.merchant({ currency_code: 'EUR' })
  await workedPrices(house.make, [shop.merchant])
  for (const at of ['2055-01-31T23:30:00Z', '2055-02-10T12:00:00Z', '2055-03-31T22:30:00Z', '2055-04-10T12:00:00Z'])
    await house.make.transaction(shop, { amount: 4_995, payment_product: 'ideal', created_at: new Date(at) })
  await house.rows('update transaction set last_status_update = created_at')
  await house.rows('update installation set time_zone = $1', ['Europe/Amsterdam'])
  await house.open()
}, 60_000)
afterAll(() => house.stop())

const dearer = workedLines.revenue.map((line) => (line.product === 'ideal' ? { ...line, fixed: 50 } : line))

/** A rehearsal of a draft over these business days, which nobody has begun. */
async function waiting(first: string, last: string, months: number, lines = dearer) {
  const { version } = await house.make.scheme({ type: 'REVENUE', valid_from: null, lines })
  const [{ id }] = (await house.rows<{ id: string }>(
    `insert into scheme_rehearsal (id, version_id, revision, first_day, last_day, is_portfolio, merchant_ids, created_by, months)
      values (gen_random_uuid(), $1, 1, $2, $3, false, $4, 'A writer', $5) returning id`,
    [version, first, last, [shop.merchant], months],
  )) as [{ id: string }]
  return id
}
async function claim(id: string) {
  const lease = randomUUID()
  await house.rows(
    `update scheme_rehearsal set lease = $2, tries = tries + 1, lease_until = now() + interval '1 minute' where id = $1`,
    [id, lease],
  )
  return { id, lease, tries: 1 }
}
const stopping = () => new AbortController()
const carryOut = async (id: string, signal = stopping().signal) =>
  performRehearsal({ databases: house.databases, lease_s: 30, stopping: signal }, await claim(id))
const stored = async (id: string) => (await house.rows('select * from scheme_rehearsal where id = $1', [id]))[0]
const parts = (id: string) =>
  house.rows(
    `select payments::int, old_fee::int, new_fee::int, cost::int, new_line is null as is_unpriced
      from scheme_rehearsal_part where rehearsal_id = $1 order by 1, 2, 3`,
    [id],
  )

describe('a rehearsal of several months', () => {
  it('counts each payment in the month of its business day, and each once', async () => {
    const one = await waiting('2055-02-01', '2055-02-28', 1)
    await carryOut(one)
    expect(await stored(one)).toMatchObject({
      status: 'PROCESSED',
      captures: '2',
      captures_booked: '2',
      months_done: 1,
    })
    const all = await waiting('2055-01-01', '2055-04-30', 4)
    await carryOut(all)
    expect(await stored(all)).toMatchObject({ captures: '4', captures_booked: '4', fees: '128', fees_booked: '128' })
    expect(await parts(all)).toEqual([{ payments: 4, old_fee: 128, new_fee: 200, cost: 36, is_unpriced: false }])
  })

  it('names the payments of a pair of lines in all its months, the latest first, in ten seconds at most', async () => {
    const id = await waiting('2055-01-01', '2055-04-30', 4)
    await carryOut(id)
    const [found] = await house.rows<{ scheme: string; version: string; old_line: string; new_line: string }>(
      `select v.scheme_id as scheme, v.id as version, p.old_line, p.new_line from scheme_rehearsal r
        join scheme_version v on v.id = r.version_id join scheme_rehearsal_part p on p.rehearsal_id = r.id where r.id = $1`,
      [id],
    )
    if (!found) throw new Error('nothing was rehearsed')
    const { scheme, version, ...lines } = found
    await house.databases.provider.transaction().execute(async (trx) => {
      const pair = { currency_code: 'EUR', event: 'capture' as const }
      const asked = { ...pair, old_line: Number(lines.old_line), new_line: Number(lines.new_line), version }
      const { payments } = await listRehearsedPayments(trx, scheme, { ...asked, rehearsal: id })
      expect(payments.map(({ business_day }) => business_day)).toEqual([
        ...['2055-04-10', '2055-04-01', '2055-02-10', '2055-02-01'],
      ])
      const { rows } = await sql<{ ms: number }>`
        select setting::int as ms from pg_settings where name = 'statement_timeout'`.execute(trx)
      expect(rows[0]?.ms).toBeLessThanOrEqual(10_000)
    })
  })

  it('goes on with the month at which it was interrupted, and no process counts for another one', async () => {
    const id = await waiting('2055-01-01', '2055-04-30', 4)
    const first = await claim(id)
    const stop = stopping()
    const house1 = { databases: house.databases, lease_s: 30, stopping: stop.signal }
    const going = performRehearsal(house1, first)
    stop.abort()
    await going
    const { months_done } = (await stored(id)) as { months_done: number }
    expect(months_done).toBeLessThan(4)
    // Two processes that both believe in their lease: the first one has lost it.
    const lost = await claim(id)
    const kept = await claim(id)
    const at = { databases: house.databases, lease_s: 30, stopping: stopping().signal }
    await Promise.all([performRehearsal(at, lost), performRehearsal(at, kept)])
    expect(await stored(id)).toMatchObject({ status: 'PROCESSED', months_done: 4, captures: '4' })
    expect(await parts(id)).toMatchObject([{ payments: 4, new_fee: 200 }])
  })

  it('is given up when a month failed four times', async () => {
    const id = await waiting('2055-02-01', '2055-02-28', 1)
    const { lease } = await claim(id)
    await performRehearsal(
      { databases: house.databases, lease_s: 30, stopping: stopping().signal },
      { id, lease, tries: 5 },
    )
    expect(await stored(id)).toMatchObject({ status: 'PROCESSED', failure: 'gave_up', months_done: 0 })
  })

  it('leaves out what was taken back with its fee, and names what no line would price', async () => {
    const created_at = new Date('2055-04-12T12:00:00Z')
    const taken = await house.make.transaction(shop, { amount: 1_000, payment_product: 'ideal', created_at })
    await house.make.transaction(shop, { amount: 2_000, payment_product: 'sepa_debit', created_at })
    await house.post()
    await house.rows(`update transaction set status = 'FAILED' where id = $1`, [taken.id])
    await house.post()
    expect(
      await house.rows('select kind from ledger_transfer where kind in (20, 32) and subject_id = $1', [taken.id]),
    ).toHaveLength(2)
    const lines = [newLine({ product: 'ideal', fixed: 1 })]
    const id = await waiting('2055-04-01', '2055-04-30', 1, lines)
    await carryOut(id)
    const { captures, captures_booked, fees, fees_booked } = (await stored(id)) as Record<string, string>
    // Those of 1 and 10 April, and the direct debit.
    expect([captures, fees, captures_booked, fees_booked]).toEqual(['3', '99', '3', '99'])
    expect(await parts(id)).toContainEqual({ payments: 1, old_fee: 35, new_fee: 0, cost: 25, is_unpriced: true })
  })
})

describe('a version that charges merchants with payments', () => {
  it('needs a rehearsal of the last closed month with payments of them', async () => {
    const { id: scheme, version } = await house.make.scheme({ merchants: [shop.merchant], assigned_from: '2055-05-01' })
    await house.rows(
      `insert into scheme_rehearsal (id, version_id, revision, first_day, last_day, is_portfolio, merchant_ids, created_by, months)
        values (gen_random_uuid(), $1, 1, '2055-04-01', '2055-04-30', true, $2, 'A writer', 1)`,
      [version, [shop.merchant]],
    )
    const [{ id }] = (await house.rows<{ id: string }>('select id from scheme_rehearsal where version_id = $1', [
      version,
    ])) as [{ id: string }]
    await carryOut(id)
    await house.rows(`update ledger_day set closed_through = '2055-04-14'`)
    const required = () =>
      house.databases.provider.transaction().execute(async (trx) => {
        const { scheme: held, version: of } = await lockVersion(trx, scheme, { type: 'REVENUE', version })
        await requireRehearsal(trx, held, of, { day: '2055-05-01', seen: [] })
      })
    expect(await chargedMerchants(house.databases.provider, scheme, '2055-05-01')).toEqual({
      ...{ merchants: [shop.merchant], closed_day: '2055-02-10' },
    })
    await expect(required()).rejects.toMatchObject({ code: 'rehearsal_missing' })
    await house.rows(`update scheme_rehearsal set first_day = '2055-02-01' where id = $1`, [id])
    await required()
  })
})
