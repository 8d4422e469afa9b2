import { newLine } from '@kontor/contract/pricing/new-line'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitsHere } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { chargedIn } from '../../settlements/invoices/charged.ts'
import { book } from '../book.ts'
import { missingFees } from '../checking/missing-fees.ts'
import { verifyLedger } from '../checking/verify-ledger.ts'
import { closeDays } from './close-days.ts'

let house: LedgerHouse
let shop: MadeMerchant
/** It has no price for what moves no money. */
let flat: MadeMerchant
let closed: MadeMerchant

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2055-04-05T09:00:00Z')
  shop = await house.make.merchant({ currency_code: 'EUR' })
  flat = await house.make.merchant({ currency_code: 'EUR' })
  closed = await house.make.merchant({ currency_code: 'EUR', active: false })
  await house.rows(`update merchant set created_at = '2055-04-05T09:00:00Z'`)
  await house.open()
})
afterAll(() => house.stop())

/** A payment whose attempt ends so. */
async function ended(of: MadeMerchant, state: string, given: object = {}, at = 'engine_now()') {
  const made = await house.make.transaction(of, { status: 'INITIATED', amount: 5_000, ...given })
  await house.rows(`update payment_attempt set state = $2, ended_at = ${at} where id = $1`, [made.id, state])
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
  // Prices of tests are active from the clock of this machine on, which is behind that of the engine.
  await ended(shop, 'APPROVED', {}, "now() - interval '1 day'")
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
    'authorisation_fee 5 2 2055-04-05 2055-04-07',
    'authorisation_fee 7 3 2055-04-05 2055-04-07',
    'decline_fee 3 4 2055-04-05 2055-04-07',
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
  await house.clockTo('2055-05-03T09:00:00Z')
  const { provider } = house.databases
  await Promise.all([closeDays(provider), closeDays(provider), house.post()])
  expect((await feesOf(shop)).slice(3)).toEqual([
    'payout_fee 20 5 2055-04-05 2055-04-07',
    'payout_fee 50 6 2055-04-05 2055-04-07',
    'month_fee 1000 7 2055-04-30 2055-05-04',
  ])
  expect([await feesOf(flat), await feesOf(closed)]).toEqual([[], []])
})

it('and the next month has its own, by the volume of the month before', async () => {
  await house.make.transaction(shop, { amount: 1_000_000 })
  await house.post()
  await house.clockTo('2055-07-01T09:00:00Z')
  await closeDays(house.databases.provider)
  expect((await feesOf(shop)).filter((fee) => fee.startsWith('month'))).toEqual([
    'month_fee 1000 7 2055-04-30 2055-05-04',
    'month_fee 1000 7 2055-05-31 2055-06-02',
    'month_fee 100 8 2055-06-30 2055-07-02',
  ])
})

it('and after a pause of months each month that ended has its own', async () => {
  await house.clockTo('2055-12-01T09:00:00Z')
  // The servers were off, and nobody made the tables of September.
  await closeDays(house.databases.provider)
  expect((await feesOf(shop)).filter((fee) => fee.startsWith('month'))).toHaveLength(8)
})

it('the invoice of the month has them with their VAT, and the ledger is whole', async () => {
  const of = { merchant_id: shop.merchant, currency_code: 'EUR', month: '2055-04-01' }
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
  expect(await differences()).toEqual([])
})

const differences = async () => (await verifyLedger(house.databases.provider, () => new Date()))?.examples ?? []
const switchTo = (of: MadeMerchant, ...states: boolean[]) =>
  states.reduce(
    (before, active) =>
      before.then(() => house.rows('update merchant set active = $2 where id = $1', [of.merchant, active])),
    Promise.resolve([] as unknown[]),
  )
/** They came at this moment of the engine's clock. */
const arrived = (...merchants: MadeMerchant[]) =>
  house.rows('update merchant set created_at = engine_now() where id = any($1)', [
    merchants.map(({ merchant }) => merchant),
  ])
const monthly = (fixed: number) => [newLine(), newLine({ event: 'month', fixed })]

it('a month asks who was active on its last day, whatever became of that before the day was closed', async () => {
  const [left, came] = [await house.make.merchant(), await house.make.merchant({ active: false })]
  await arrived(left, came)
  await house.make.scheme({ lines: monthly(700), merchants: [left.merchant, came.merchant] })
  // In Amsterdam the last day of the year is over.
  await house.clockTo('2055-12-31T23:00:01Z')
  await switchTo(left, false, true, false)
  await switchTo(came, true, false, true)
  await closeDays(house.databases.provider)
  expect([await feesOf(left), await feesOf(came)]).toEqual([['month_fee 700 2 2055-12-31 2056-01-04'], []])
  await house.clockTo('2056-01-31T22:59:00Z')
  await closeDays(house.databases.provider)
  await switchTo(left, true)
  await house.clockTo('2056-02-01T09:00:00Z')
  await closeDays(house.databases.provider)
  expect((await feesOf(left)).slice(1)).toEqual(['month_fee 700 2 2056-01-31 2056-02-02'])
  expect(await feesOf(came)).toEqual(['month_fee 700 2 2056-01-31 2056-02-02'])
  expect(await differences()).toEqual([])
})

it('a merchant that is being switched off while its month is closed is waited for', async () => {
  const shopAtOnce = await house.make.merchant()
  await arrived(shopAtOnce)
  await house.make.scheme({ lines: monthly(300), merchants: [shopAtOnce.merchant] })
  await house.clockTo('2056-02-29T22:59:59Z')
  let end = () => {}
  const begun = Promise.withResolvers<void>()
  const switching = house.databases.provider.transaction().execute(async (trx) => {
    await trx.updateTable('merchant').set({ active: false }).where('id', '=', shopAtOnce.merchant).execute()
    begun.resolve()
    await new Promise<void>((resolve) => {
      end = resolve
    })
  })
  await begun.promise
  await house.clockTo('2056-03-01T09:00:00Z')
  const closing = closeDays(house.databases.provider)
  await until(
    () => house.rows(waitsHere),
    (waits) => waits.length > 0,
  )
  end()
  await Promise.all([switching, closing])
  expect(await feesOf(shopAtOnce)).toEqual([])
})

describe('a month of a merchant with several books', () => {
  let chain: MadeMerchant
  let books: string[]
  beforeAll(async () => {
    chain = await house.make.merchant()
    await arrived(chain)
    await house.make.scheme({ lines: monthly(900), merchants: [chain.merchant] })
    books = (
      await house.rows<{ id: string }>(
        `insert into ledger_book (merchant_id, bank_account_id) values ($1, gen_random_uuid()), ($1, gen_random_uuid()) returning id`,
        [chain.merchant],
      )
    ).map(({ id }) => id)
  })
  /** Processors pay this for the payments of a book. */
  const captured = (at: number, amount: number, currency_code = 'EUR') =>
    house.databases.provider.transaction().execute((trx) =>
      book(trx, [
        {
          ...{ merchant_id: chain.merchant, book_id: books[at] ?? '', currency_code, amount, kind: 'capture' },
          ...{ sub_id: chain.processor, subject_id: crypto.randomUUID(), available: { banking_days: 2 } },
        },
      ]),
    )
  const charged = async () =>
    (
      await house.rows<{ book_id: string }>(
        `select book_id from ledger_transfer where merchant_id = $1 and kind = 42 order by business_day`,
        [chain.merchant],
      )
    ).map(({ book_id }) => books.indexOf(book_id))
  const endOf = async (month: string) => {
    await house.clockTo(month)
    await closeDays(house.databases.provider)
  }

  it('is charged in the one with most payments of the month in its currency, else in the one with the latest', async () => {
    await captured(0, 9_000_000)
    await endOf('2056-04-03T09:00:00Z')
    await captured(1, 9_000)
    await endOf('2056-04-04T09:00:00Z')
    await captured(0, 5_000)
    await captured(0, 1_000_000, 'GBP')
    await endOf('2056-05-02T09:00:00Z')
    await endOf('2056-06-02T09:00:00Z')
    expect(await charged()).toEqual([0, 1, 0])
    const [owed] = await house.rows<{ n: number }>(
      `select count(*)::int as n from ledger_book b join ledger_balance using (merchant_id)
        where b.merchant_id = $1 and b.bank_account_id is null and book_id = b.id`,
      [chain.merchant],
    )
    expect(owed?.n).toBe(0)
  })
})

it('the nightly check finds the fee of a payout, a month and an attempt that was never charged', async () => {
  expect(await differences()).toEqual([])
  const forgotten = await house.make.merchant()
  await arrived(forgotten)
  const lines = [...monthly(450), newLine({ event: 'authorisation', fixed: 6 }), newLine({ event: 'payout', fixed: 9 })]
  const paid = await paidOut(forgotten, 1_000)
  await house.rows('alter table payment_attempt disable trigger l_ledger')
  const attempt = await ended(forgotten, 'APPROVED')
  await house.rows('alter table payment_attempt enable trigger l_ledger')
  await house.clockTo('2056-07-05T09:00:00Z')
  await closeDays(house.databases.provider)
  // As if it had its prices all the time.
  await house.make.scheme({ lines, merchants: [forgotten.merchant] })
  const found = (await differences()).filter(({ merchant_id }) => merchant_id === forgotten.merchant)
  const of = (kind: number) => found.filter((each) => each.kind === kind)
  expect(of(41)).toMatchObject([{ check: 'fees missing', subject_id: paid, said: '9', found: null }])
  expect(of(39)).toMatchObject([{ check: 'fees missing', subject_id: attempt, said: '6', found: null, attempts: 1 }])
  expect(of(42)).toHaveLength(1)
  expect(of(42)[0]).toMatchObject({ said: '450', found: null, business_day: '2056-06-30' })
})

it('and looks back forty days every night, at all of them when it is asked to, and names twenty', async () => {
  const older = await house.make.merchant()
  await arrived(older)
  for (let n = 0; n < 21; n++) await paidOut(older, 1_000)
  await house.clockTo('2056-09-01T09:00:00Z')
  await closeDays(house.databases.provider)
  await house.make.scheme({ lines: [newLine({ event: 'payout', fixed: 9 })], merchants: [older.merchant] })
  const { provider } = house.databases
  const nightly = await missingFees(provider)
  expect(nightly.examples.filter(({ merchant_id }) => merchant_id === older.merchant)).toEqual([])
  const whole = await missingFees(provider, { all: true })
  expect(whole.differences - nightly.differences).toBeGreaterThanOrEqual(21)
  expect(whole.examples).toHaveLength(20)
})

it('the nightly check leaves out the day on which the scheme of a merchant began, of which the morning had no price', async () => {
  const [first, later] = [await house.make.merchant(), await house.make.merchant()]
  const { id } = await house.make.scheme({
    lines: [newLine({ event: 'authorisation', fixed: 6 })],
    merchants: [first.merchant],
  })
  await ended(later, 'APPROVED')
  await house.post()
  await house.rows(
    `insert into scheme_assignment (merchant_id, type, valid_from, scheme_id) values ($1, 'REVENUE', $2, $3)`,
    [later.merchant, '2056-09-01', id],
  )
  await ended(later, 'APPROVED')
  await house.post()
  await house.rows('alter table payment_attempt disable trigger l_ledger')
  await house.clockTo('2056-09-02T09:00:00Z')
  const forgotten = await ended(later, 'APPROVED')
  await house.rows('alter table payment_attempt enable trigger l_ledger')
  await house.clockTo('2056-09-04T09:00:00Z')
  await closeDays(house.databases.provider)
  expect(await feesOf(later)).toHaveLength(1)
  const { examples } = await missingFees(house.databases.provider)
  const found = examples.filter(({ merchant_id }) => merchant_id === later.merchant)
  expect(found).toMatchObject([{ subject_id: forgotten, attempts: 1 }])
})

it('a merchant that pays nothing for a month is not waited for', async () => {
  const bystander = await house.make.merchant()
  await arrived(bystander)
  await house.clockTo('2056-10-02T09:00:00Z')
  const changed = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const changing = house.databases.provider.transaction().execute(async (trx) => {
    await trx.updateTable('merchant').set({ active: false }).where('id', '=', bystander.merchant).execute()
    changed.resolve()
    await released.promise
  })
  await changed.promise
  let isClosed = false
  const closing = closeDays(house.databases.provider).then(() => {
    isClosed = true
  })
  await until(
    () =>
      house.rows<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    ([waits]) => isClosed || (waits?.n ?? 0) > 0,
  )
  const hasWaited = !isClosed
  released.resolve()
  await Promise.all([changing, closing])
  expect(hasWaited).toBe(false)
})

it('the nightly check has the time for fees that the other comparisons have', async () => {
  await house.rows(
    `create or replace function has_price(of_event text) returns boolean language plpgsql stable as $$
      begin
        if current_setting('statement_timeout') <> '30min' then raise 'only %', current_setting('statement_timeout'); end if;
        return true;
      end $$`,
  )
  expect((await missingFees(house.databases.provider)).keys).toBeGreaterThan(0)
})
