import { parseListQuery } from '@kontor/contract/lists/list-query'
import { pspSettlement } from '@kontor/contract/settlements/settlement.entity'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../../test/money/ledger-house.ts'
import { book } from '../../ledger/book.ts'
import { verifyLedger } from '../../ledger/checking/verify-ledger.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { listRows } from '../../platform/rows/list.ts'
import { totalsOf } from '../../platform/rows/totals.ts'
import { onWire } from '../../platform/sums.ts'
import { settlementProfilePreview } from '../profiles/settlement-profile-preview.ts'
import { pspSettlementSource } from '../settlement.rows.ts'
import { refundsUnderWay } from './refunds-under-way.ts'
import { runSettlements } from './run-settlements.ts'
import { settle } from './settle.ts'
import { verifySettlements } from './verify-settlements.ts'

let house: LedgerHouse
let bloom: MadeMerchant

beforeAll(async () => {
  house = await openLedgerHouse()
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  await workedPrices(house.make, [bloom.merchant])
})
afterAll(() => house.stop())

const problems: unknown[] = []
const run = () =>
  runSettlements({ databases: house.databases, now: () => new Date(), onProblem: (error) => problems.push(error) })
/** The engine's clock at this instant, with all that its jobs do then. */
async function until(instant: string) {
  await house.clockTo(instant)
  await house.post()
  await closeDays(house.databases.provider)
  return run()
}
const settlements = (merchant = bloom.merchant) =>
  house.rows<Record<string, unknown> & { id: string }>(
    `select id, number, lower(covers)::text as from, (upper(covers) - 1)::text as through, opening::int, total::int, held_back::int,
      paid::int, carried::int, status, pay_on::text from settlement where merchant_id = $1 order by upper(covers)`,
    [merchant],
  )
async function lines(id: string) {
  const rows = await house.rows<{ name: string; amount: number }>(
    `select k.name, l.amount::int from settlement_line l join ledger_kind k using (kind) where settlement_id = $1`,
    [id],
  )
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]))
}
const sound = async () => ({
  ledger: (await verifyLedger(house.databases.provider, () => new Date()))?.examples,
  settlements: await verifySettlements(house.databases.provider),
  sides: await house.rows(
    `select currency_code, sum(debit) - sum(credit) as difference from ledger_balance group by 1 having sum(debit) <> sum(credit)`,
  ),
})
const allSound = { ledger: [], settlements: [], sides: [] }
const bookOf = async (merchant: string) =>
  (await house.rows<{ id: string }>(`select id from ledger_book where merchant_id = $1`, [merchant]))[0]?.id ?? ''

describe('the worked example, settled each Monday', () => {
  const card = (card_brand: string, card_issuer_country: string, card_holder: 'consumer' | 'commercial') =>
    ({ payment_product: 'card', card_brand, card_issuer_country, card_holder, channel: 'ecommerce' }) as const
  const pay = (amount: number, given: object) => house.make.transaction(bloom, { amount, ...given })
  let disputed: { id: string }

  it('settles what became available from 7 to 13 December (money check 4)', async () => {
    await house.clockTo('2054-12-07T09:00:00Z')
    await house.open()
    await pay(4_995, { payment_product: 'ideal' })
    const P2 = await pay(12_000, card('visa', 'NL', 'consumer'))
    await house.clockTo('2054-12-08T09:00:00Z')
    const P3 = await pay(7_550, card('mastercard', 'DE', 'commercial'))
    await pay(20_000, card('visa', 'US', 'consumer'))
    await house.clockTo('2054-12-09T09:00:00Z')
    await pay(3_333, card('amex', 'NL', 'consumer'))
    await pay(250_000, card('visa', 'BE', 'consumer'))
    await pay(6_000, { payment_product: 'paypal' })
    await house.make.refund(bloom, P2, { amount: 4_000 })
    await house.clockTo('2054-12-10T09:00:00Z')
    disputed = await house.make.chargeback(bloom, P3, { amount: 7_550 })
    await house.clockTo('2054-12-11T09:00:00Z')
    await pay(1_500, { payment_product: 'sepa_debit' })
    expect(await until('2054-12-13T12:00:00Z')).toMatchObject({ settlements: 0 })
    expect(await until('2054-12-14T09:00:00Z')).toMatchObject({
      ...{ settled_through: '2054-12-13', settlements: 1, failed: 0, is_complete: true },
    })
    const [first, ...others] = await settlements()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      ...{ from: '2054-12-07', through: '2054-12-13', opening: 0, held_back: 0, paid: 279_946, carried: 0 },
      ...{ status: 'CLOSED', pay_on: '2054-12-14' },
    })
    expect(first?.['number']).toMatch(/^[A-Z2-9]{6}-000001$/)
    expect(await lines(first?.id ?? '')).toEqual({
      ...{ capture: 303_878, refund: -4_000, fee: -3_915, vat: -822, reserve_hold: -15_195 },
    })
    expect(await sound()).toEqual(allSound)
  })

  it('books what is to be paid on the first open day, as money in transit', async () => {
    const [{ day, amount } = { day: '', amount: 0 }] = await house.rows<{ day: string; amount: number }>(
      `select business_day::text as day, amount::int from ledger_transfer where kind = 10`,
    )
    expect([day, amount]).toEqual(['2054-12-14', 279_946])
  })

  it('does nothing when it runs again (money check 7)', async () => {
    const before = await settlements()
    expect(await run()).toMatchObject({ settlements: 0, failed: 0 })
    const of = { merchant_id: bloom.merchant, book_id: await bookOf(bloom.merchant), currency_code: 'EUR' }
    const again = await house.databases.provider
      .transaction()
      .execute((trx) => settle(trx, of, '2054-12-13', { now: new Date() }))
    expect(again).toBeUndefined()
    expect(await settlements()).toEqual(before)
  })

  it('carries a negative closing into the next settlement (money check 5)', async () => {
    await house.databases.provider.transaction().execute(async (trx) =>
      book(trx, [
        {
          ...{ merchant_id: bloom.merchant, book_id: await bookOf(bloom.merchant), currency_code: 'EUR' },
          ...{ kind: 'one_off_debit', amount: 995, subject_id: bloom.merchant, available: 'at once' },
          ...{ actor: { kind: 'user', id: null, name: 'Ada' }, reason: 'a terminal that was lost' },
        },
      ]),
    )
    await house.clockTo('2054-12-18T09:00:00Z')
    await house.rows(`update chargeback set status = 'IN_DISPUTE' where id = $1`, [disputed.id])
    await house.rows(`update chargeback set status = 'WON' where id = $1`, [disputed.id])
    await until('2054-12-21T09:00:00Z')
    const [, second] = await settlements()
    const found = await lines(second?.id ?? '')
    expect(found).toEqual({
      ...{ capture: 1_500, chargeback: -7_550, fee: -2_535, vat: -533, reserve_hold: -75, one_off_debit: -995 },
    })
    expect(second).toMatchObject({
      ...{ from: '2054-12-14', through: '2054-12-20', opening: 0, paid: 0, status: 'CARRIED', pay_on: null },
    })
    expect([second?.['total'], second?.['carried']]).toEqual([-10_188, -10_188])
    expect(await sound()).toEqual(allSound)
  })

  it('gives a chargeback that was won back to a later settlement, and keeps its fee (money check 10)', async () => {
    await until('2054-12-28T09:00:00Z')
    const [, , third] = await settlements()
    expect(third).toMatchObject({ from: '2054-12-21', opening: -10_188, carried: -2_638, status: 'CARRIED', paid: 0 })
    expect(await lines(third?.id ?? '')).toEqual({ chargeback_reversed: 7_550 })
    expect(await sound()).toEqual(allSound)
  })

  it('leaves a settlement as it is when a capture is reported late (money check 8)', async () => {
    const before = await settlements()
    const late = await pay(1_000, { payment_product: 'ideal' })
    await house.rows(`update ledger_event set occurred_at = '2054-12-08T12:00:00Z' where subject_id = $1`, [late.id])
    await house.post()
    await run()
    expect(await settlements()).toEqual(before)
    const [booked] = await house.rows(
      `select business_day::text as day, available_on::text as available from ledger_transfer where subject_id = $1 and kind = 1`,
      [late.id],
    )
    expect(booked).toEqual({ day: '2054-12-28', available: '2054-12-30' })
  })
})

describe('a settlement', () => {
  let shop: MadeMerchant
  beforeAll(async () => {
    shop = await house.make.merchant({ currency_code: 'EUR' })
  })

  it('holds back refunds whose end is not known, and pays them later', async () => {
    const paid = await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
    const refund = await house.make.refund(shop, paid, { amount: 3_000, status: 'PENDING' })
    await until('2055-01-04T09:00:00Z')
    const [first] = await settlements(shop.merchant)
    expect(first).toMatchObject({ held_back: 3_000, status: 'CLOSED', carried: 3_000 })
    expect(Number(first?.['paid'])).toBe(Number(first?.['total']) - 3_000)
    await house.rows(`update refund set status = 'FAILED' where id = $1`, [refund.id])
    await until('2055-01-11T09:00:00Z')
    const [, second] = await settlements(shop.merchant)
    expect(second).toMatchObject({ opening: 3_000, total: 0, held_back: 0, paid: 3_000, carried: 0 })
    expect(await sound()).toEqual(allSound)
  })

  it('carries less than the minimum, and is not made where nothing moved', async () => {
    const before = await settlements(shop.merchant)
    await until('2055-01-18T09:00:00Z')
    expect(await settlements(shop.merchant)).toEqual(before)
    await house.make.transaction(shop, { amount: 500, payment_product: 'ideal' })
    await until('2055-01-25T09:00:00Z')
    expect((await settlements(shop.merchant)).at(-1)).toMatchObject({
      ...{ from: '2055-01-11', through: '2055-01-24', paid: 0, carried: 500, status: 'CARRIED' },
    })
  })

  it('of weeks that passed while nothing ran is one for each, as if it had run in time', async () => {
    for (const day of ['2055-01-26', '2055-02-02', '2055-02-09']) {
      await house.clockTo(`${day}T09:00:00Z`)
      await house.make.transaction(shop, { amount: 20_000, payment_product: 'ideal' })
      await house.post()
    }
    await until('2055-02-15T09:00:00Z')
    expect((await settlements(shop.merchant)).slice(-3)).toMatchObject([
      { from: '2055-01-25', through: '2055-01-31', pay_on: '2055-02-01' },
      { from: '2055-02-01', through: '2055-02-07', pay_on: '2055-02-08' },
      { from: '2055-02-08', through: '2055-02-14', pay_on: '2055-02-15' },
    ])
    expect(await sound()).toEqual(allSound)
  })

  it('is closed once when two servers run at the same time', async () => {
    await house.clockTo('2055-02-16T09:00:00Z')
    await house.make.transaction(shop, { amount: 30_000, payment_product: 'ideal' })
    await house.clockTo('2055-02-22T09:00:00Z')
    await house.post()
    await closeDays(house.databases.provider)
    const before = (await settlements(shop.merchant)).length
    const done = await Promise.all([run(), run(), run()])
    expect(done.reduce((sum, { settlements: n }) => sum + n, 0)).toBe(1)
    expect(await settlements(shop.merchant)).toHaveLength(before + 1)
    expect(problems).toEqual([])
  })

  it('cannot be of an open day, overlap another, leave a hole or be rewritten', async () => {
    const [last] = (await settlements(shop.merchant)).slice(-1)
    const copy = (covers: string, opening = 'carried') =>
      house.rows(
        `insert into settlement (merchant_id, id, created_at, organisation_id, number, book_id, currency_code, covers, opening, total,
          held_back, paid, carried, minimum, schedule_id, status)
        select merchant_id, gen_random_uuid(), now(), organisation_id, 'AAAAAA-000001', book_id, currency_code, ${covers}, ${opening}, 0, 0, 0,
          ${opening}, 0, schedule_id, 'CARRIED' from settlement where id = $1`,
        [last?.id],
      )
    await house.rows('alter table settlement no force row level security')
    await expect(copy(`daterange('2055-02-22', '2055-02-23')`)).rejects.toThrow('2055-02-22 is still open')
    await expect(copy(`daterange('2055-02-15', '2055-02-18')`)).rejects.toThrow('begins where the one before it ended')
    await expect(copy(`daterange('2055-01-01', '2055-01-04')`)).rejects.toThrow('begins where')
    await expect(house.rows('update settlement set paid = paid + 1, carried = carried - 1')).rejects.toThrow(
      'written once',
    )
    await expect(house.rows('delete from settlement')).rejects.toThrow('written once')
    await house.rows('alter table settlement_line no force row level security')
    await expect(house.rows('update settlement_line set amount = amount + 1')).rejects.toThrow('written once')
    const provider = house.databases.provider
    await expect(sql`update settlement set paid = 0`.execute(provider)).rejects.toMatchObject({ code: '42501' })
    await house.rows(
      'alter table settlement force row level security; alter table settlement_line force row level security',
    )
  })

  it('holds back a refund that succeeded until the settlement that takes it', async () => {
    const daily = await house.make.merchant({ currency_code: 'EUR' })
    const schedule = await house.make.settlementSchedule({ frequency: 'DAILY' })
    await house.make.settlementProfile(daily.merchant, { schedule, isDefault: true, minimum: 1 })
    const keys = ['through', 'total', 'held_back', 'paid', 'carried']
    const last = async () => {
      const [found] = (await settlements(daily.merchant)).slice(-1)
      return keys.map((key) => found?.[key])
    }
    await until('2055-03-04T09:00:00Z')
    const paid = await house.make.transaction(daily, { amount: 10_000, payment_product: 'ideal' })
    // Thursday's money is available on Monday.
    await until('2055-03-08T09:00:00Z')
    const refund = await house.make.refund(daily, paid, { amount: 3_000, status: 'PENDING' })
    await house.rows(`update refund set status = 'PROCESSED' where id = $1`, [refund.id])
    await until('2055-03-09T09:00:00Z')
    expect(await last()).toEqual(['2055-03-08', 10_000, 3_000, 7_000, 3_000])
    await until('2055-03-10T09:00:00Z')
    await until('2055-03-11T09:00:00Z')
    expect(await last()).toEqual(['2055-03-10', -3_000, 0, 0, 0])
    expect(await sound()).toEqual(allSound)
  })

  it('holds back a refund that succeeded and waits to be booked', async () => {
    const shop = await house.make.merchant({ currency_code: 'EUR' })
    await until('2055-03-15T09:00:00Z')
    const paid = await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
    await house.clockTo('2055-03-22T09:00:00Z')
    await house.post()
    await closeDays(house.databases.provider)
    await house.make.refund(shop, paid, { amount: 3_000 })
    await run()
    expect(await settlements(shop.merchant)).toMatchObject([{ held_back: 3_000, paid: 7_000, carried: 3_000 }])
    await house.post()
    expect(await sound()).toEqual(allSound)
  })

  it('holds back the whole of a refund while another one, which was settled, comes back', async () => {
    const daily = await house.make.merchant({ currency_code: 'EUR' })
    const schedule = await house.make.settlementSchedule({ frequency: 'DAILY' })
    await house.make.settlementProfile(daily.merchant, { schedule, isDefault: true, minimum: 1 })
    const pay = (amount: number) => house.make.transaction(daily, { amount, payment_product: 'ideal' })
    await until('2055-04-06T09:00:00Z')
    const payment = await pay(20_000)
    const settledOne = await house.make.refund(daily, payment, { amount: 3_000 })
    await until('2055-04-08T09:00:00Z')
    await pay(9_000)
    await until('2055-04-09T09:00:00Z')
    await house.make.refund(daily, payment, { amount: 5_000 })
    await until('2055-04-12T09:00:00Z')
    const { length } = await house.rows(`update refund set status = 'FAILED' where id = $1 returning id`, [
      settledOne.id,
    ])
    expect(length).toBe(1)
    for (const day of ['13', '14', '15']) await until(`2055-04-${day}T09:00:00Z`)
    expect(
      (await settlements(daily.merchant)).map((row) =>
        ['through', 'total', 'held_back', 'paid', 'carried'].map((key) => row[key]),
      ),
    ).toEqual([
      ['2055-04-08', 17_000, 0, 17_000, 0],
      ['2055-04-12', 9_000, 5_000, 4_000, 5_000],
      ['2055-04-13', -5_000, 0, 0, 0],
      // What came back.
      ['2055-04-14', 3_000, 0, 3_000, 0],
    ])
    expect(await sound()).toEqual(allSound)
  })

  it('of very many books is closed in turns, in which one that cannot be settled is tried once', async () => {
    const others = [
      await house.make.merchant({ currency_code: 'EUR' }),
      await house.make.merchant({ currency_code: 'EUR' }),
    ]
    for (const other of others) await house.make.transaction(other, { amount: 30_000, payment_product: 'ideal' })
    await house.clockTo('2055-04-26T09:00:00Z')
    await house.post()
    await closeDays(house.databases.provider)
    const [broken = '', fine = ''] = others.map(({ merchant }) => merchant).sort()
    await house.rows(`alter table settlement add constraint broken check (merchant_id <> '${broken}') not valid`)
    const tried = new Set<string>()
    const before = problems.length
    const turns: object[] = []
    for (let isComplete = false; !isComplete && turns.length < 50; ) {
      const turn = await runSettlements({
        ...{ databases: house.databases, now: () => new Date(), until: () => true, tried },
        onProblem: (error) => problems.push(error),
      })
      turns.push(turn)
      isComplete = turn.is_complete
    }
    await house.rows('alter table settlement drop constraint broken')
    expect(problems.splice(before)).toHaveLength(1)
    expect(turns.length).toBeGreaterThan(2)
    expect(turns.at(-1)).toMatchObject({ settled_through: '2055-04-25', is_complete: true })
    expect([await settlements(broken), await settlements(fine)]).toMatchObject([[], [{ paid: 30_000 }]])
    expect(await sound()).toEqual(allSound)
  })

  it('is found by its id alone without a look at all of them', async () => {
    const plan = await house.databases.provider.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      return (
        await sql<{ 'QUERY PLAN': string }>`explain select from settlement where id = ${bloom.merchant}`.execute(trx)
      ).rows
    })
    expect(JSON.stringify(plan)).toContain('settlement_id')
  })

  it('is told to the last cent, however large, and is not made of sums that no number tells', async () => {
    const daily = await house.make.merchant({ currency_code: 'EUR' })
    const schedule = await house.make.settlementSchedule({ frequency: 'DAILY' })
    const profile = await house.make.settlementProfile(daily.merchant, { schedule, isDefault: true, minimum: 1 })
    const book_id = await bookOf(daily.merchant)
    const most = Number.MAX_SAFE_INTEGER
    const credit = (amount: number) =>
      house.databases.provider.transaction().execute((trx) =>
        book(trx, [
          {
            ...{ merchant_id: daily.merchant, book_id, currency_code: 'EUR', kind: 'one_off_credit', amount },
            ...{ subject_id: daily.merchant, available: 'at once', reason: 'an error of somebody' },
            actor: { kind: 'user', id: null, name: 'Ada' },
          },
        ]),
      )
    const actor = { ...engineActor(daily.merchant, 'system'), psp: true }
    const query = parseListQuery(pspSettlement, {})
    if ('details' in query) throw new Error('not an address')
    const provider = house.databases.provider
    const listed = () => listRows(pspSettlementSource, provider, actor, query.query)
    await until('2055-04-26T09:00:00Z')
    await credit(most)
    await until('2055-04-27T09:00:00Z')
    const one = { total: most, one_offs: most, paid: most, carried: 0 }
    expect(await listed()).toMatchObject([one])
    await credit(most)
    await until('2055-04-28T09:00:00Z')
    expect(await listed()).toMatchObject([one, one])
    expect(await totalsOf(pspSettlementSource, provider, actor, query.query)).toMatchObject([
      { count: 2, sums: { paid: null }, too_large: { paid: '18014398509481982' } },
    ])
    await credit(most)
    await credit(1)
    const preview = inTransaction(house.databases, actor, (trx) => settlementProfilePreview(trx, actor, profile), {
      as: 'provider',
    })
    expect(onWire(await preview)).toMatchObject({ total: null, too_large: { total: '9007199254740992' } })
    const before = problems.length
    expect(await until('2055-04-29T09:00:00Z')).toMatchObject({ failed: 1 })
    expect(problems.splice(before).map(String)).toEqual(['RangeError: a settlement of 9007199254740992 minor units'])
    expect(await listed()).toHaveLength(2)
    expect(await sound()).toEqual(allSound)
  })
})

describe('a refund of an imported payment', () => {
  /** A payment that was settled elsewhere, like another one. */
  async function imported(like: { id: string }): Promise<{ id: string; created_at: string }> {
    await house.rows(`select set_config('kontor.actor', '{"kind":"import","name":"a.csv"}', false)`)
    const row = await house.one<{ id: string; created_at: string }>(
      `insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, amount,
        captured_amount, currency_code, status, merchant_reference, payment_product)
        select merchant_id, created_at, gen_random_uuid(), organisation_id, payment_profile_id, processor_id, amount,
          captured_amount, currency_code, status, 'I', payment_product from transaction where id = $1
        returning id, created_at`,
      [like.id],
    )
    await house.rows(`select set_config('kontor.actor', '', false)`)
    return row
  }

  it('is held back until the settlement that takes it', async () => {
    const other = await house.make.merchant({ currency_code: 'EUR' })
    await until('2055-08-02T10:00:00Z')
    const paid = await house.make.transaction(other, { amount: 10_000, payment_product: 'ideal' })
    const refund = await house.make.refund(other, await imported(paid), { amount: 3_000, status: 'PENDING' })
    await until('2055-08-09T09:00:00Z')
    expect(await settlements(other.merchant)).toMatchObject([{ held_back: 3_000, paid: 7_000, carried: 3_000 }])
    // It is taken from what was held back, once it succeeded.
    await house.rows(`update refund set status = 'PROCESSED' where id = $1`, [refund.id])
    await until('2055-08-16T09:00:00Z')
    const [, second] = await settlements(other.merchant)
    expect(second).toMatchObject({ opening: 3_000, total: -3_000, held_back: 0, paid: 0, carried: 0 })
    expect(await sound()).toEqual(allSound)
  })

  it('is held back in the book of the bank account of its shop, and not where the payment is from before the ledger', async () => {
    const other = await house.make.merchant({ currency_code: 'EUR' })
    const account = await house.make.bankAccount(other.merchant)
    await house.rows(`update payment_profile set bank_account_id = $2 where merchant_id = $1`, [
      other.merchant,
      account,
    ])
    const { own } = await house.one<{ own: string }>(
      `insert into ledger_book (merchant_id, bank_account_id) values ($1, $2) returning id as own`,
      [other.merchant, account],
    )
    const { usual } = await house.one<{ usual: string }>(`select book_of($1, null) as usual`, [other.merchant])
    const paid = await house.make.transaction(other, { amount: 10_000, payment_product: 'ideal' })
    await house.make.refund(other, await imported(paid), { amount: 3_000, status: 'PENDING' })
    const held = (book_id: string) =>
      refundsUnderWay(
        house.databases.provider,
        { merchant_id: other.merchant, book_id, currency_code: 'EUR' },
        { through: '2055-08-15', withQueue: true },
      )
    expect([await held(own), await held(usual)]).toEqual([3_000n, 0n])
    const countsFrom = async (instant: string) => {
      await house.rows('alter table ledger_day disable trigger user')
      await house.rows('update ledger_day set counts_from = $1', [instant])
      await house.rows('alter table ledger_day enable trigger user')
    }
    await countsFrom('2056-01-01')
    expect([await held(own), await held(usual)]).toEqual([0n, 0n])
    await countsFrom('-infinity')
  })
})
