import { newLine } from '@kontor/contract/pricing/new-line'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { chargedIn } from '../../settlements/invoices/charged.ts'
import { book } from '../book.ts'
import { verifyLedger } from '../checking/verify-ledger.ts'
import { closeDays } from './close-days.ts'

let house: LedgerHouse
let shop: MadeMerchant
/** It has no price for what moves no money. */
let flat: MadeMerchant
let closed: MadeMerchant

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2027-04-05T09:00:00Z')
  shop = await house.make.merchant({ currency_code: 'EUR' })
  flat = await house.make.merchant({ currency_code: 'EUR' })
  closed = await house.make.merchant({ currency_code: 'EUR', active: false })
  await house.rows(`update merchant set created_at = '2027-04-05T09:00:00Z'`)
  await house.open()
})
afterAll(() => house.stop())

/** A payment whose attempt ends so. */
async function ended(of: MadeMerchant, state: string, given: object = {}) {
  const made = await house.make.transaction(of, { status: 'INITIATED', amount: 5_000, ...given })
  await house.rows(`update payment_attempt set state = $2, ended_at = now() where id = $1`, [made.id, state])
  return made.id
}
/** The bank carried out a payout of this amount. */
async function paidOut(of: MadeMerchant, amount: number) {
  const [{ id } = { id: '' }] = await house.rows<{ id: string }>(`select book_of($1, null) as id`, [of.merchant])
  const subject_id = crypto.randomUUID()
  const transfer = { merchant_id: of.merchant, book_id: id, currency_code: 'EUR', amount, subject_id }
  await house.databases.provider
    .transaction()
    .execute((trx) => book(trx, [{ ...transfer, kind: 'payout_booked', sub_id: subject_id, available: 'never' }]))
  return subject_id
}
const feesOf = async (of: MadeMerchant) =>
  (
    await house.rows<{ fee: string }>(
      `select concat_ws(' ', k.name, t.amount, l.position, t.business_day, t.available_on) as fee
        from ledger_transfer t join ledger_kind k using (kind) left join scheme_line l on l.id = t.scheme_line
        where t.merchant_id = $1 and k.credit = 40 order by t.business_day, t.kind, t.amount`,
      [of.merchant],
    )
  ).map(({ fee }) => fee)
const waiting = async () => (await house.rows<{ n: number }>('select count(*)::int as n from ledger_event'))[0]?.n

it('nothing waits for a price of an authorisation while nobody has one', async () => {
  await ended(shop, 'APPROVED')
  expect(await waiting()).toBe(0)
})

it('an authorisation and a decline cost their price once, and what was not asked or not approved costs nothing', async () => {
  const lines = [
    newLine({ ppm: 10_000 }),
    newLine({ event: 'authorisation', fixed: 5 }),
    newLine({ event: 'authorisation', product: 'card', fixed: 7 }),
    newLine({ event: 'decline', fixed: 3 }),
    newLine({ event: 'payout', fixed: 20 }),
    newLine({ event: 'payout', amount_from: 100_000, fixed: 50 }),
    newLine({ event: 'month', fixed: 1_000 }),
    newLine({ event: 'month', tier_from: 1_000_000, fixed: 100 }),
  ]
  await house.make.scheme({ lines, merchants: [shop.merchant, closed.merchant] })
  await house.make.scheme({ type: 'COST', lines: [newLine({ fixed: 4 })], merchants: [shop.merchant] })
  await house.make.scheme({ type: 'RESERVE', merchants: [shop.merchant] })
  await house.make.scheme({ lines: [newLine({ ppm: 10_000 })], merchants: [flat.merchant] })
  await ended(shop, 'APPROVED', { payment_product: 'ideal' })
  await ended(shop, 'APPROVED', { payment_product: 'card' })
  await ended(shop, 'DECLINED')
  await ended(shop, 'REFUSED')
  await ended(flat, 'APPROVED')
  await Promise.all([house.post(1), house.post()])
  expect(await waiting()).toBe(0)
  expect(await feesOf(shop)).toEqual([
    'authorisation_fee 5 2 2027-04-05 2027-04-07',
    'authorisation_fee 7 3 2027-04-05 2027-04-07',
    'decline_fee 3 4 2027-04-05 2027-04-07',
  ])
  const others = await house.rows(`select kind from ledger_transfer where merchant_id = $1 and kind < 39`, [
    shop.merchant,
  ])
  expect([others, await feesOf(flat)]).toEqual([[], []])
})

it('a payout costs its price when the bank has carried it out, and a month when it ends, each once with two at once', async () => {
  await paidOut(shop, 99_999)
  await paidOut(shop, 100_000)
  await paidOut(flat, 100_000)
  await house.clockTo('2027-05-03T09:00:00Z')
  const { provider } = house.databases
  await Promise.all([closeDays(provider), closeDays(provider), house.post()])
  expect((await feesOf(shop)).slice(3)).toEqual([
    'payout_fee 20 5 2027-04-05 2027-04-07',
    'payout_fee 50 6 2027-04-05 2027-04-07',
    'month_fee 1000 7 2027-04-30 2027-05-04',
  ])
  expect([await feesOf(flat), await feesOf(closed)]).toEqual([[], []])
})

it('and the next month has its own, by the volume of the month before', async () => {
  await house.make.transaction(shop, { amount: 1_000_000 })
  await house.post()
  await house.clockTo('2027-07-01T09:00:00Z')
  await closeDays(house.databases.provider)
  expect((await feesOf(shop)).filter((fee) => fee.startsWith('month'))).toEqual([
    'month_fee 1000 7 2027-04-30 2027-05-04',
    'month_fee 1000 7 2027-05-31 2027-06-02',
    'month_fee 100 8 2027-06-30 2027-07-02',
  ])
})

it('and after a pause of months each month that ended has its own', async () => {
  await house.clockTo('2027-12-01T09:00:00Z')
  // The servers were off, and nobody made the tables of September.
  await closeDays(house.databases.provider)
  expect((await feesOf(shop)).filter((fee) => fee.startsWith('month'))).toHaveLength(8)
})

it('the invoice of the month has them with their VAT, and the ledger is whole', async () => {
  const of = { merchant_id: shop.merchant, currency_code: 'EUR', month: '2027-04-01' }
  const charged = await house.databases.provider.transaction().execute((trx) => chargedIn(trx, of))
  const said = charged.lines.map(({ price, count, base, amount }) => [price?.line.event, count, base, amount])
  expect(said).toEqual([
    ['authorisation', 1, null, 5],
    ['authorisation', 1, null, 7],
    ['decline', 1, null, 3],
    ['payout', 1, null, 20],
    ['payout', 1, null, 50],
    ['month', 1, null, 1_000],
  ])
  expect([charged.net, charged.vat_total]).toEqual([1_085n, 228n])
  expect((await verifyLedger(house.databases.provider, () => new Date()))?.examples).toEqual([])
})
