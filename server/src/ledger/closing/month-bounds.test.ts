import { parseListQuery } from '@kontor/contract/lists/list-query'
import { newLine } from '@kontor/contract/pricing/new-line'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { listRows } from '../../platform/rows/list.ts'
import { feeSource } from '../../reports/booked/fee.rows.ts'
import { chargedIn } from '../../settlements/invoices/charged.ts'
import { book } from '../book.ts'
import { verifyLedger } from '../checking/verify-ledger.ts'
import { closeDays } from './close-days.ts'

let house: LedgerHouse

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2055-04-05T09:00:00Z')
  await house.open()
})
afterAll(() => house.stop())

/** A merchant that came at this moment of the engine's clock. */
async function arrives(lines: Parameters<typeof newLine>[0][], given: object = {}): Promise<MadeMerchant> {
  const made = await house.make.merchant({ currency_code: 'EUR', ...given })
  await house.rows('update merchant set created_at = engine_now() where id = $1', [made.merchant])
  await house.make.scheme({ lines: lines.map((line) => newLine(line)), merchants: [made.merchant] })
  return made
}
const pays = (of: MadeMerchant, amount: number, given: object = {}) =>
  house.make.transaction(of, { amount, payment_product: 'ideal', ...given })
const bookOf = async (of: MadeMerchant) =>
  (await house.rows<{ id: string }>('select book_of($1, null) as id', [of.merchant]))[0]?.id ?? ''
/** The ledger has this of a merchant, as if it had been booked in another way. */
async function booked(of: MadeMerchant, kind: 'payout_booked' | 'fee_less' | 'fee', amount: number, book_id?: string) {
  const subject_id = crypto.randomUUID()
  const transfer = {
    merchant_id: of.merchant,
    book_id: book_id ?? (await bookOf(of)),
    currency_code: 'EUR',
    subject_id,
  }
  const available = kind === 'payout_booked' ? 'never' : 'at once'
  await house.databases.provider
    .transaction()
    .execute((trx) => book(trx, [{ ...transfer, amount, kind, sub_id: subject_id, available }]))
}
async function endOf(day: string) {
  await house.clockTo(`${day}T09:00:00Z`)
  await house.post()
  await closeDays(house.databases.provider)
}
const boundsOf = async (of: MadeMerchant) =>
  (
    await house.rows<{ fee: string }>(
      `select concat_ws(' ', k.name, t.amount, l.position, t.business_day, t.available_on) as fee
        from ledger_transfer t join ledger_kind k using (kind) join scheme_line l on l.id = t.scheme_line
        where t.merchant_id = $1 and t.kind in (43, 44) order by t.business_day, t.kind`,
      [of.merchant],
    )
  ).map(({ fee }) => fee)
/** All that was charged and given back, VAT apart. */
const inAll = async (of: MadeMerchant) =>
  Number(
    (
      await house.rows<{ sum: string }>(
        'select coalesce(sum(credit - debit), 0)::text as sum from ledger_balance where merchant_id = $1 and code = 40',
        [of.merchant],
      )
    )[0]?.sum,
  )
const found = async (of?: MadeMerchant) =>
  ((await verifyLedger(house.databases.provider, () => new Date()))?.examples ?? []).filter(
    ({ merchant_id }) => of === undefined || merchant_id === of.merchant,
  )

const rest = { ppm: 10_000 }
const least = { event: 'month_minimum', fixed: 2_500 } as const
const most = { event: 'month_maximum', fixed: 4_000 } as const

describe('a minimum of the fees of a month', () => {
  let few: MadeMerchant
  let many: MadeMerchant

  it('charges what is missing when the month ends, once with two at once, and nothing where the fees are enough', async () => {
    const lines = [rest, { event: 'payout', fixed: 20 }, { event: 'month', fixed: 900 }, least, most] as const
    few = await arrives([...lines])
    many = await arrives([...lines])
    await pays(few, 50_000)
    await pays(many, 250_000)
    await booked(few, 'payout_booked', 10_000)
    await house.clockTo('2055-05-03T09:00:00Z')
    const { provider } = house.databases
    await Promise.all([closeDays(provider), closeDays(provider), house.post()])
    // Of the payment 500 and of the payout 20; the fee of the month itself does not count.
    expect(await boundsOf(few)).toEqual(['month_minimum_fee 1980 4 2055-04-30 2055-05-04'])
    expect([await inAll(few), await boundsOf(many), await inAll(many)]).toEqual([3_400, [], 3_400])
  })

  it('is on the invoice of the month, with its VAT and the fees that it was compared with', async () => {
    const of = { merchant_id: few.merchant, currency_code: 'EUR', month: '2055-04-01' }
    const charged = await house.databases.provider.transaction().execute((trx) => chargedIn(trx, of))
    const said = charged.lines.map(({ price, count, base, amount }) => [price?.line.event, count, base, amount])
    expect(said).toEqual([
      ['capture', 1, 50_000, 500],
      ['payout', 1, null, 20],
      ['month', 1, null, 900],
      ['month_minimum', 1, 520, 1_980],
    ])
    expect([charged.net, charged.vat_total]).toEqual([3_400n, 714n])
  })

  it('is charged again for the next month, also where nothing happened, and not to who is not active', async () => {
    const gone = await arrives([rest, least], { active: false })
    await endOf('2055-06-01')
    expect((await boundsOf(few)).slice(1)).toEqual(['month_minimum_fee 2500 4 2055-05-31 2055-06-02'])
    expect([await boundsOf(many), await boundsOf(gone)]).toEqual([
      ['month_minimum_fee 2500 4 2055-05-31 2055-06-02'],
      [],
    ])
  })

  it('is never more than the minimum, whatever was given back', async () => {
    await booked(few, 'fee_less', 700)
    await endOf('2055-07-01')
    expect((await boundsOf(few)).at(-1)).toBe('month_minimum_fee 2500 4 2055-06-30 2055-07-02')
  })

  it('is by the tier of the month before', async () => {
    const tiered = await arrives([rest, least, { ...least, tier_from: 1_000_000, fixed: 500 }])
    await pays(tiered, 1_000_000)
    await endOf('2055-08-02')
    await endOf('2055-09-01')
    expect(await boundsOf(tiered)).toEqual(['month_minimum_fee 500 3 2055-08-31 2055-09-02'])
  })
})

describe('a maximum of the fees of a month', () => {
  it('gives back what is more when the month ends, with its VAT', async () => {
    const large = await arrives([rest, least, most])
    await pays(large, 900_000)
    await pays(large, 100_001)
    await endOf('2055-10-01')
    expect(await boundsOf(large)).toEqual(['month_maximum_less 6000 3 2055-09-30 2055-10-04'])
    const of = { merchant_id: large.merchant, currency_code: 'EUR', month: '2055-09-01' }
    const charged = await house.databases.provider.transaction().execute((trx) => chargedIn(trx, of))
    expect(charged.lines.map(({ price, base, amount }) => [price?.line.event, base, amount])).toEqual([
      ['capture', 1_000_001, 10_000],
      ['month_maximum', 10_000, -6_000],
    ])
    expect([charged.net, charged.vat_total]).toEqual([4_000n, 840n])
  })
})

it('both stand in the list of fees with their line, and with the fees that they were compared with', async () => {
  const [low, high] = [await arrives([rest, least, most]), await arrives([rest, least, most])]
  await pays(low, 10_000)
  await pays(high, 500_000)
  await endOf('2055-10-15')
  await endOf('2055-11-01')
  const feesOf = async (of: MadeMerchant) => {
    const actor: Actor = { ...engineActor(of.merchant, 'system'), roles: ['USER_ALL'] }
    const parsed = parseListQuery(feeSource.entity, { _sort: 'business_day' })
    if ('details' in parsed) throw new Error(JSON.stringify(parsed.details))
    return inTransaction(house.databases, actor, (trx) => listRows(feeSource, trx, actor, parsed.query))
  }
  expect(await feesOf(low)).toMatchObject([
    { kind: 'fee', amount: 100, event: 'capture', of_amount: 10_000 },
    { kind: 'month_minimum_fee', amount: 2_400, event: 'month_minimum', of_amount: 100, line: 2, vat_percentage: 21 },
  ])
  expect(await feesOf(high)).toMatchObject([
    { kind: 'fee', amount: 5_000, event: 'capture', of_amount: 500_000 },
    { kind: 'month_maximum_less', amount: -1_000, event: 'month_maximum', of_amount: 5_000, line: 3 },
  ])
})

describe('the bounds of a merchant with several books', () => {
  it('count all of them, and are charged in the one with most payments of the month', async () => {
    const chain = await arrives([rest, least])
    const books = await house.rows<{ id: string }>(
      `insert into ledger_book (merchant_id, bank_account_id) values ($1, gen_random_uuid()), ($1, gen_random_uuid()) returning id`,
      [chain.merchant],
    )
    const [one = '', two = ''] = books.map(({ id }) => id)
    await booked(chain, 'fee', 400, one)
    await booked(chain, 'fee', 300, two)
    const capture = { merchant_id: chain.merchant, book_id: two, currency_code: 'EUR', subject_id: crypto.randomUUID() }
    await house.databases.provider
      .transaction()
      .execute((trx) =>
        book(trx, [
          { ...capture, amount: 9_000, kind: 'capture', sub_id: chain.processor, available: { banking_days: 2 } },
        ]),
      )
    await endOf('2055-12-01')
    const charged = await house.rows<{ book_id: string; amount: number }>(
      'select book_id, amount::int from ledger_transfer where merchant_id = $1 and kind = 43',
      [chain.merchant],
    )
    expect(charged).toEqual([{ book_id: two, amount: 1_800 }])
  })

  it('may be the largest price there is', async () => {
    const dear = await arrives([rest, { ...least, fixed: 1_000_000_000_000 }])
    await pays(dear, 100)
    await endOf('2056-01-03')
    expect(await inAll(dear)).toBe(1_000_000_000_000)
  })
})

describe('the nightly check', () => {
  it('finds nothing of all that', async () => {
    expect(await found()).toEqual([])
  })

  it('finds a bound that was never charged, and one that was charged twice', async () => {
    const forgotten = await arrives([rest])
    await endOf('2056-02-01')
    // As if it had its prices all the time.
    await house.rows('delete from scheme_assignment where merchant_id = $1', [forgotten.merchant])
    await house.make.scheme({ lines: [newLine(rest), newLine(least)], merchants: [forgotten.merchant] })
    expect(await found(forgotten)).toMatchObject([
      { check: 'fees missing', kind: 43, business_day: '2056-01-31', said: '2500', found: null },
    ])
    await house.rows(`alter table ledger_transfer disable trigger user`)
    await house.rows(
      `insert into ledger_transfer (merchant_id, business_day, book_id, organisation_id, kind, currency_code, amount, subject_id, available_on)
        select merchant_id, '2056-01-31', id, merchant_id, 43, 'EUR', 1250, id, '2056-02-02' from ledger_book, generate_series(1, 2)
        where merchant_id = $1 and bank_account_id is null`,
      [forgotten.merchant],
    )
    await house.rows(`alter table ledger_transfer enable trigger user`)
    const checks = (await found(forgotten)).map(({ check }) => check)
    expect(checks).toContain('fees once')
  })
})
