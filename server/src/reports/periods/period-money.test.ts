import type { Role } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../../test/money/ledger-house.ts'
import { book } from '../../ledger/book.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { oneOffsJob } from '../../settlements/one-offs/one-offs-job.ts'
import { runSettlements } from '../../settlements/runs/run-settlements.ts'
import { periodReport, pspPeriodReport } from './period-report.ts'

let house: LedgerHouse
let shop: MadeMerchant
let other: MadeMerchant
const now = new Date('2054-12-22T11:00:00Z')
const staffWith = (...roles: Role[]): Actor => ({
  ...engineActor('', 'system'),
  ...{ psp: true, roles, scope: { merchant: null } },
})
const staff = staffWith('PSP_ALL')

/** Two weeks of trade, settled and paid out, with a one-off, a refund and a reserve. */
beforeAll(async () => {
  house = await openLedgerHouse()
  shop = await house.make.merchant({ name: 'Bloom', currency_code: 'EUR' })
  other = await house.make.merchant({ name: 'Other', currency_code: 'EUR' })
  await workedPrices(house.make, [shop.merchant, other.merchant])
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  const created_at = new Date('2054-12-07T08:00:00Z')
  const payment = await house.make.transaction(shop, { amount: 4_995, payment_product: 'ideal', created_at })
  await house.make.transaction(other, { amount: 99_900, payment_product: 'paypal', created_at })
  await house.post()
  await house.clockTo('2054-12-08T09:00:00Z')
  await house.make.refund(shop, payment, { amount: 1_000, status: 'PROCESSED' })
  await house.make.oneOff(shop.merchant, {
    ...{ amount: -995, vat: true, kind: 'CHARGE', date: '2054-12-08', status: 'APPROVED' },
  })
  await oneOffsJob(house.databases).run(new Date('2054-12-08T10:00:00Z'))
  await house.post()
  await paidByProcessorAndReturned()
  await house.clockTo('2054-12-22T09:00:00Z')
  await closeDays(house.databases.provider)
  await runSettlements({ databases: house.databases, now: () => now, onProblem: () => {} })
})
afterAll(() => house.stop())

/** Neither is money that a merchant earned: what a processor paid to the bank, and a payout that came back. */
async function paidByProcessorAndReturned() {
  const [book_id = ''] = (
    await house.rows<{ id: string }>('select id from ledger_book where merchant_id = $1', [shop.merchant])
  ).map(({ id }) => id)
  const moved = { merchant_id: shop.merchant, book_id, currency_code: 'EUR', subject_id: book_id }
  await house.databases.provider.transaction().execute((trx) =>
    book(trx, [
      { ...moved, kind: 'processor_paid', amount: 4_950, available: 'never' },
      { ...moved, kind: 'payout_returned', amount: 3_000, available: 'at once' },
    ]),
  )
}

const query = { category: 'daily', group: 'none', from: '2054-12-01', to: '2054-12-22' } as const
const asked = (actor: Actor, more: object = {}) => ({
  ...{ actor, now, query: { ...query, ...more } },
  withLedger: <T>(work: (trx: Trx) => Promise<T>) => inTransaction(house.databases, actor, work, { as: 'provider' }),
})
const own = (role: Role = 'SETTLEMENT_LIST'): Actor => ({ ...engineActor(shop.merchant, 'system'), roles: [role] })
const ofMerchant = (actor: Actor, more = {}) =>
  inTransaction(house.databases, actor, (trx) => periodReport(trx, asked(actor, more)))
const ofProvider = (more = {}, who = staff) =>
  inTransaction(house.databases, who, (trx) => pspPeriodReport(trx, asked(who, more)))

/** The same from the transfers, kind by kind. */
async function fromTransfers(merchant: string | null) {
  const [row] = await house.rows<Record<string, string>>(
    `select coalesce(sum(amount) filter (where k.name = 'fee'), 0) as fees,
      coalesce(sum(case k.name when 'vat' then amount when 'vat_less' then -amount end), 0) as vat,
      coalesce(sum(case k.name when 'reserve_hold' then amount when 'reserve_release' then -amount end), 0) as reserve,
      coalesce(sum(case when k.credit = 30 then amount when k.debit = 30 then -amount end)
        filter (where k.name not like 'reserve%' and k.name not like 'payout%'), 0) as net,
      coalesce(sum(amount) filter (where k.name = 'cost_expected'), 0) as cost
    from ledger_transfer t join ledger_kind k using (kind) where $1::uuid is null or merchant_id = $1`,
    [merchant],
  )
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, sum]) => [name, Number(sum)]))
}

describe('daily and monthly reports', () => {
  it('have the fees, VAT, net and reserve of business days, which are the sums of their transfers', async () => {
    const { currencies } = await ofMerchant(own())
    const { cost: _, ...sums } = await fromTransfers(shop.merchant)
    expect(currencies[0]?.total.booked).toEqual(sums)
    expect(currencies[0]?.rows.map(({ period, booked }) => [period, booked?.fees])).toEqual([
      ['2054-12-08', 25],
      ['2054-12-07', 32],
    ])
  })

  it('have them only for those who may read settlements, and no row or currency because of them', async () => {
    const { currencies, ledger } = await ofMerchant(own('TRANSACTION_LIST'))
    expect(currencies).toMatchObject([{ currency_code: 'EUR', total: { booked: null } }])
    expect(currencies[0]?.rows.map(({ booked }) => booked).filter((booked) => booked !== null)).toEqual([])
    expect(ledger).toMatchObject({ closed_through: '2054-12-21' })
    for (const role of ['USER_ALL', 'SETTLEMENT_ALL', 'PSP_ALL'] as const)
      expect((await ofMerchant(own(role))).currencies[0]?.total.booked).toMatchObject({ fees: 57 })
  })

  it('tell the provider alone what it earned', async () => {
    const { currencies } = await ofProvider()
    const { fees = 0, cost = 0 } = await fromTransfers(null)
    expect(currencies[0]?.total.earned).toMatchObject({ cost, partner: 0, margin: fees - cost })
    // Of 1,048.95 captured and 10.00 refunded; the one-off is no turnover.
    expect(currencies[0]?.total.earned?.per_mille).toBeCloseTo(((fees - cost) / 103_895) * 1_000, 2)
    expect(Object.keys((await ofMerchant(own())).currencies[0]?.total ?? {})).not.toContain('earned')
  })

  it('of the provider have nothing of the ledger for whoever may only list reports, and earnings for readers of costs', async () => {
    const booked = async (...roles: Role[]) => {
      const { currencies } = await ofProvider({}, staffWith(...roles))
      const sums = currencies.flatMap(({ total, rows }) => [total, ...rows])
      return [sums.some((each) => each.booked !== null), sums.some((each) => each.earned !== null)]
    }
    expect(await booked('PSP_REPORT_LIST')).toEqual([false, false])
    expect(await booked('PSP_REPORT_LIST', 'PSP_SETTLEMENT_LIST')).toEqual([true, false])
    const costs = ['PSP_COSTSCHEME_LIST', 'PSP_PARTNERSCHEME_LIST'] as const
    expect(await booked('PSP_REPORT_LIST', ...costs)).toEqual([false, false])
    expect(await booked('PSP_REPORT_LIST', 'PSP_SETTLEMENT_LIST', ...costs)).toEqual([true, true])
    expect(await booked('PSP_REPORT_LIST', 'PSP_ALL')).toEqual([true, true])
  })

  it('group them by merchant and by month, and by nothing else that the ledger does not know', async () => {
    const byMerchant = (await ofProvider({ group: 'merchant', category: 'monthly' })).currencies[0]
    const { net } = await fromTransfers(shop.merchant)
    expect(byMerchant?.rows.find(({ key }) => key === shop.merchant)?.booked?.net).toBe(net)
    expect((await ofMerchant(own(), { group: 'payment_product' })).currencies[0]?.total.booked).toBeNull()
  })

  it('of all merchants together have the sums of each, of closed days and of the open one', async () => {
    const [{ id: book_id = '' } = {}] = await house.rows<{ id: string }>(
      'select id from ledger_book where merchant_id = $1',
      [other.merchant],
    )
    const back = { merchant_id: other.merchant, book_id, currency_code: 'EUR', subject_id: book_id, amount: 700 }
    await house.databases.provider
      .transaction()
      .execute((trx) => book(trx, [{ ...back, kind: 'payout_returned', available: 'at once' }]))
    const sums = async (group: 'none' | 'merchant') => {
      const { currencies } = await ofProvider({ group })
      return currencies.map(({ total }) => [total.booked, total.earned])
    }
    expect(await sums('none')).toEqual(await sums('merchant'))
  })

  it('say how far the ledger is, and to the provider what waits', async () => {
    expect((await ofMerchant(own())).ledger).toEqual({
      ...{ closed_through: '2054-12-21', closed_at: expect.stringMatching(/^2054-12-22T0[89]:/) },
    })
    expect((await ofProvider()).ledger).toMatchObject({ waiting: 0, checked_at: null, differences: null })
  })

  it('have nothing of it without a ledger, or for a part of a merchant that is settled with the rest', async () => {
    const without = await inTransaction(house.databases, own(), (trx) =>
      periodReport(trx, { ...asked(own()), withLedger: undefined }),
    )
    expect([without.ledger, without.currencies[0]?.total.booked]).toEqual([null, null])
    const node = await house.make.organisation(shop.merchant)
    const part: Actor = { ...own(), scope: { merchant: shop.merchant, organisations: [node], below: [node] } }
    expect((await ofMerchant(part)).currencies).toEqual([])
  })

  it('do not move when money is exchanged for a payout or left to an invoice, but for the margin that the provider earns', async () => {
    const [{ id: book_id = '' } = {}] = await house.rows<{ id: string }>(
      'select id from ledger_book where merchant_id = $1',
      [other.merchant],
    )
    const sums = async (group: 'none' | 'merchant') => {
      const { currencies } = await ofProvider({ group })
      return currencies
        .filter(({ total }) => total.booked)
        .map(({ currency_code, total }) => ({ currency_code, ...total.booked, ...total.earned, per_mille: 0 }))
    }
    const [before] = await sums('none')
    const moved = { merchant_id: other.merchant, book_id, subject_id: book_id, available: 'never' } as const
    await house.databases.provider.transaction().execute((trx) =>
      book(trx, [
        { ...moved, kind: 'fx_out', amount: 10_000, currency_code: 'GBP' },
        { ...moved, kind: 'fx_in', amount: 11_765, currency_code: 'EUR' },
        { ...moved, kind: 'fx_margin', amount: 118, currency_code: 'EUR' },
        { ...moved, kind: 'payout', amount: 11_647, currency_code: 'EUR' },
        { ...moved, kind: 'invoiced', amount: 900, currency_code: 'EUR' },
        { ...moved, kind: 'invoiced_less', amount: 100, currency_code: 'EUR' },
        { ...moved, kind: 'invoice_paid', amount: 500, currency_code: 'EUR' },
        { ...moved, kind: 'invoice_taken', amount: 300, currency_code: 'EUR' },
      ]),
    )
    const expected = [{ ...before, exchange: 118, margin: Number(before?.margin ?? 0) + 118 }]
    expect(await sums('none')).toEqual(expected)
    expect(await sums('merchant')).toEqual(expected)
    await house.clockTo('2054-12-23T09:00:00Z')
    await closeDays(house.databases.provider)
    expect(await sums('none')).toEqual(expected)
  })
})
