import { newLine } from '@kontor/contract/pricing/new-line'
import { feeOf } from '@kontor/contract/pricing/price.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../test/money/ledger-house.ts'
import { verifyLedger } from '../ledger/checking/verify-ledger.ts'
import { closeDays } from '../ledger/closing/close-days.ts'
import { rehearseMonth } from './rehearsal/rehearse-month.ts'
import { loadVersions } from './versions-at.ts'

let house: LedgerHouse
let below: MadeMerchant
let above: MadeMerchant
let flat: MadeMerchant
let version: string

/** 3 % until 50,000.00 in the month before, then 2 %, and iDEAL the same for all. */
const lines = [
  newLine({ ppm: 30_000 }),
  newLine({ tier_from: 5_000_000, ppm: 20_000 }),
  newLine({ product: 'ideal', fixed: 30 }),
]

/** Payments of October, up to its last second; the clock stands in November before any day is closed. */
beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2055-10-05T09:00:00Z')
  await house.rows(`update installation set time_zone = 'UTC'`)
  for (const assign of [(made: MadeMerchant) => (below = made), (made: MadeMerchant) => (above = made)])
    assign(await house.make.merchant({ currency_code: 'EUR' }))
  flat = await house.make.merchant({ currency_code: 'EUR' })
  const made = await house.make.scheme({ lines, merchants: [below.merchant, above.merchant] })
  version = made.version
  await house.make.scheme({ lines: [newLine({ ppm: 10_000 })], merchants: [flat.merchant] })
  await house.open()
  await paid(below, 4_999_998, '2055-10-06T10:00:00Z')
  await paid(below, 1, '2055-10-31T23:59:59Z')
  await paid(above, 4_999_999, '2055-10-06T10:00:00Z')
  await paid(above, 1, '2055-10-31T23:59:59Z')
}, 60_000)
afterAll(() => house.stop())

/** A payment that is captured at this instant. */
async function paid(shop: MadeMerchant, amount: number, at: string, given: object = {}) {
  const made = await house.make.transaction(shop, { amount, payment_product: 'card', ...given })
  await house.rows(`update ledger_event set occurred_at = $2 where transaction_id = $1`, [made.id, at])
  return made.id
}
const feeOfPayment = async (id: string) =>
  (
    await house.rows<{ amount: number }>(
      'select amount::int from ledger_transfer where transaction_id = $1 and kind = 2',
      [id],
    )
  )[0]?.amount
const waiting = async () => (await house.rows<{ n: number }>('select count(*)::int as n from ledger_event'))[0]?.n

describe('a price with tiers', () => {
  const first: Record<string, string> = {}

  it('waits for the end of the month before, and the prices of others do not', async () => {
    await house.clockTo('2055-11-01T00:00:01Z')
    first['below'] = await paid(below, 10_000, '2055-11-01T00:00:00Z')
    first['above'] = await paid(above, 10_000, '2055-11-01T00:00:00Z')
    first['flat'] = await paid(flat, 10_000, '2055-11-01T00:00:00Z')
    await Promise.all([house.post(1), house.post()])
    expect(await feeOfPayment(first['flat'] ?? '')).toBe(100)
    expect(await waiting()).toBe(2)
    expect(await feeOfPayment(first['below'] ?? '')).toBeUndefined()
  })

  it('is that of the volume of that month, to the cent at the bound', async () => {
    await closeDays(house.databases.provider)
    await Promise.all([house.post(1), house.post(1)])
    expect(await waiting()).toBe(0)
    const volumes = await house.rows(`select merchant_id, month::text, volume::int from ledger_volume order by volume`)
    expect(volumes).toEqual([
      { merchant_id: below.merchant, month: '2055-10-01', volume: 4_999_999 },
      { merchant_id: above.merchant, month: '2055-10-01', volume: 5_000_000 },
    ])
    expect(await feeOfPayment(first['below'] ?? '')).toBe(300)
    expect(await feeOfPayment(first['above'] ?? '')).toBe(200)
  })

  it('stays for the whole month, whatever comes in it or late', async () => {
    const more = await paid(below, 9_000_000, '2055-11-01T10:00:00Z')
    const late = await paid(below, 10_000, '2055-10-20T10:00:00Z')
    await house.post()
    const last = await paid(below, 10_000, '2055-11-30T23:59:59Z')
    await house.clockTo('2055-12-01T00:00:01Z')
    await house.post()
    expect([await feeOfPayment(more), await feeOfPayment(late), await feeOfPayment(last)]).toEqual([270_000, 300, 300])
    await closeDays(house.databases.provider)
    const next = await paid(below, 10_000, '2055-12-01T00:00:01Z')
    await house.post()
    expect(await feeOfPayment(next)).toBe(200)
  })

  it('of a month after one without payments is that of no volume, also after a pause of months', async () => {
    const january = await paid(above, 10_000, '2056-01-31T12:00:00Z')
    const march = await paid(above, 10_000, '2056-03-02T12:00:00Z')
    const february = await paid(above, 6_000_000, '2056-02-02T12:00:00Z')
    await house.clockTo('2056-03-03T09:00:00Z')
    await closeDays(house.databases.provider)
    expect(await feeOfPayment(january)).toBe(300)
    expect(await feeOfPayment(february)).toBe(180_000)
    expect(await feeOfPayment(march)).toBe(200)
    expect((await verifyLedger(house.databases.provider, () => new Date()))?.examples).toEqual([])
  })

  it('is found by counting payments one by one, and by a rehearsal too', async () => {
    const booked = await house.rows<
      Record<'merchant_id' | 'month' | 'before', string> & { amount: number; fee: number }
    >(
      `select c.merchant_id, to_char(c.business_day, 'YYYY-MM') as month, c.amount::int, coalesce(f.amount, 0)::int as fee,
          to_char(date_trunc('month', c.business_day) - interval '1 month', 'YYYY-MM') as before
        from ledger_transfer c left join ledger_transfer f on f.subject_id = c.subject_id and f.kind = 2
        where c.kind = 1 and c.merchant_id <> $1`,
      [flat.merchant],
    )
    expect(booked.length).toBe(13)
    for (const each of booked) {
      const volume = booked
        .filter(({ merchant_id, month }) => merchant_id === each.merchant_id && month === each.before)
        .reduce((sum, { amount }) => sum + amount, 0)
      const line = newLine({ ppm: volume >= 5_000_000 ? 20_000 : 30_000 })
      expect(Number(feeOf(each.amount, line)), JSON.stringify(each)).toBe(each.fee)
    }
    const priced = (await loadVersions(house.databases.provider, [version])).get(version)
    if (!priced) throw new Error('the version is missing')
    for (const [first_day, last] of [
      ['2055-10-01', '2055-10-31'],
      ['2055-11-01', '2055-11-30'],
      ['2055-12-01', '2055-12-31'],
      ['2056-03-01', '2056-03-31'],
    ]) {
      const days = { first: first_day ?? '', last: last ?? '' }
      const { parts } = await rehearseMonth(house.databases, days, [below.merchant, above.merchant], priced)
      expect(parts.length).toBeGreaterThan(0)
      for (const { old_fee, new_fee, old_line, new_line } of parts)
        expect([new_fee, new_line]).toEqual([old_fee, old_line])
    }
  })

  it('rests on a volume that nobody changes', async () => {
    await expect(house.rows('update ledger_volume set volume = 1')).rejects.toThrow(/closed month stays/)
    await expect(house.rows('delete from ledger_volume')).rejects.toThrow(/closed month stays/)
  })
})
