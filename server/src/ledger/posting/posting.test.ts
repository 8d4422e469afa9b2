import { randomUUID } from 'node:crypto'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../../test/money/ledger-house.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { listRows } from '../../platform/rows/list.ts'
import { transferSource } from '../../reports/booked/transfer.rows.ts'
import { verifyLedger } from '../checking/verify-ledger.ts'
import { closeDays } from '../closing/close-days.ts'

let house: LedgerHouse
let bloom: MadeMerchant

beforeAll(async () => {
  house = await openLedgerHouse()
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  await workedPrices(house.make, [bloom.merchant])
})
afterAll(() => house.stop())

const transfersOf = (id: string) =>
  house.rows(
    `select k.name, t.amount::int, t.business_day::text as day, t.available_on::text as available, t.release_on::text as release,
      l.position as line from ledger_transfer t join ledger_kind k using (kind) left join scheme_line l on l.id = t.scheme_line
      where subject_id = $1 order by t.seq`,
    [id],
  )
/** What the merchant reads in its list of transfers. */
async function owned(given: Record<string, string>) {
  const owner: Actor = {
    ...{ kind: 'user', id: randomUUID(), name: 'Lotte', psp: false, roles: ['SETTLEMENT_LIST'], time_zone: 'UTC' },
    scope: { merchant: bloom.merchant, organisations: null, below: [] },
  }
  const parsed = parseListQuery(transferSource.entity, given)
  if ('details' in parsed) throw new Error(JSON.stringify(parsed.details))
  return inTransaction(house.databases, owner, (trx) => listRows(transferSource, trx, owner, parsed.query))
}
const differences = async () => (await verifyLedger(house.databases.provider, () => new Date()))?.examples

describe('the worked example', () => {
  const paid = new Map<string, { id: string; created_at: string; amount: number }>()
  const payment = (name: string) => {
    const found = paid.get(name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }

  it('books each payment with its fee, its cost and its hold (money check 2)', async () => {
    const card = (card_brand: string, card_issuer_country: string, card_holder: 'consumer' | 'commercial') =>
      ({ payment_product: 'card', card_brand, card_issuer_country, card_holder, channel: 'ecommerce' }) as const
    const pay = async (name: string, amount: number, given: object) =>
      paid.set(name, await house.make.transaction(bloom, { amount, ...given }))
    await house.clockTo('2054-12-07T09:00:00Z')
    await house.open()
    await pay('P1', 4_995, { payment_product: 'ideal' })
    await pay('P2', 12_000, card('visa', 'NL', 'consumer'))
    await house.clockTo('2054-12-08T09:00:00Z')
    await pay('P3', 7_550, card('mastercard', 'DE', 'commercial'))
    await pay('P4', 20_000, card('visa', 'US', 'consumer'))
    await house.clockTo('2054-12-09T09:00:00Z')
    await pay('P5', 3_333, card('amex', 'NL', 'consumer'))
    await pay('P6', 250_000, card('visa', 'BE', 'consumer'))
    await pay('P7', 6_000, { payment_product: 'paypal' })
    const R1 = await house.make.refund(bloom, payment('P2'), { amount: 4_000 })
    await house.clockTo('2054-12-10T09:00:00Z')
    const C1 = await house.make.chargeback(bloom, payment('P3'), { amount: 7_550 })
    await house.clockTo('2054-12-11T09:00:00Z')
    await pay('P8', 1_500, { payment_product: 'sepa_debit' })
    expect(await house.post()).toBe(10)

    const booked = async (id: string) => {
      const rows = await transfersOf(id)
      const of = (name: string) => rows.find((row) => row.name === name)
      const day = { day: rows[0]?.day, available: rows[0]?.available }
      return [of('fee')?.line, of('fee')?.amount, of('reserve_hold')?.amount ?? 0, of('cost_expected')?.amount, day]
    }
    const day = (on: number, available: number) => {
      const of = (n: number) => `2054-12-${String(n).padStart(2, '0')}`
      return { day: of(on), available: of(available) }
    }
    const id = (name: string) => payment(name).id
    expect(await booked(id('P1'))).toEqual([2, 32, 250, 9, day(7, 9)])
    expect(await booked(id('P2'))).toEqual([3, 154, 600, 64, day(7, 9)])
    expect(await booked(id('P3'))).toEqual([4, 218, 378, 132, day(8, 10)])
    expect(await booked(id('P4'))).toEqual([5, 660, 1_000, 424, day(8, 10)])
    expect(await booked(id('P5'))).toEqual([6, 127, 167, 21, day(9, 11)])
    expect(await booked(id('P6'))).toEqual([8, 2_500, 12_500, 1_254, day(9, 11)])
    expect(await booked(id('P7'))).toEqual([1, 199, 300, 65, day(9, 11)])
    expect(await booked(id('P8'))).toEqual([7, 35, 75, 20, day(11, 15)])
    expect(await booked(R1.id)).toEqual([9, 25, 0, 8, day(9, 11)])
    expect(await booked(C1.id)).toEqual([10, 2_500, 0, 1_500, day(10, 14)])
  })

  it('books the VAT of each day so that the month is exact (money check 3)', async () => {
    await house.clockTo('2054-12-15T09:00:00Z')
    await closeDays(house.databases.provider)
    const vat = await house.rows(
      `select business_day::text as day, amount::int from ledger_transfer where kind = 16 order by business_day`,
    )
    expect(vat.map(({ amount }) => amount)).toEqual([39, 184, 599, 525, 8])
    const [month] = await house.rows(`select fees::int, vat::int from ledger_vat`)
    expect(month).toEqual({ fees: 6_450, vat: 1_355 })
  })

  it('books what is reported for a closed day on the first open day (money check 8)', async () => {
    const late = await house.make.transaction(bloom, { amount: 1_000, payment_product: 'ideal' })
    await house.rows(`update ledger_event set occurred_at = '2054-12-08T12:00:00Z' where subject_id = $1`, [late.id])
    await house.post()
    expect((await transfersOf(late.id))[0]).toMatchObject({ day: '2054-12-15', available: '2054-12-17' })
  })

  it('releases what was held on 7 December on Monday 8 March, as one transfer (money check 9)', async () => {
    await house.clockTo('2055-03-09T09:00:00Z')
    await closeDays(house.databases.provider)
    const [release] = await house.rows(
      `select amount::int, business_day::text as day, available_on::text as available from ledger_transfer
        where kind = 4 and of_day = '2054-12-07'`,
    )
    expect(release).toEqual({ amount: 850, day: '2055-03-08', available: '2055-03-08' })
    expect(await differences()).toEqual([])
  })

  it('leads from the release to what was held of P1 and P2 (money check 9)', async () => {
    const on8March = { 'business_day>': '2055-03-08', 'business_day<': '2055-03-08' }
    const releases = await owned({ kind: 'reserve_release', ...on8March })
    const ofDay = releases.filter(({ held_on }) => held_on === '2054-12-07')
    expect(ofDay).toMatchObject([{ held: -850, available_on: '2055-03-08', transaction: null }])
    const day = { 'business_day>': '2054-12-07', 'business_day<': '2054-12-07' }
    const holds = await owned({
      kind: 'reserve_hold',
      ...day,
      'release_on>': '2055-03-08',
      'release_on<': '2055-03-08',
    })
    expect(holds.map(({ held }) => held).sort()).toEqual([250, 600])
    expect(holds.every(({ transaction, held_on }) => transaction !== null && held_on === null)).toBe(true)
  })
})
