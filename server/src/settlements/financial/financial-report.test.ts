import { settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../../test/money/ledger-house.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { oneOffsJob } from '../one-offs/one-offs-job.ts'
import { runSettlements } from '../runs/run-settlements.ts'
import { financialReport } from './financial-report.ts'

let house: LedgerHouse
let shop: MadeMerchant
let other: MadeMerchant

const noon = new Date('2054-12-15T11:00:00Z')

/** A week of trade that is settled on 14 December, and a payment that is not. */
beforeAll(async () => {
  house = await openLedgerHouse()
  shop = await house.make.merchant({ currency_code: 'EUR' })
  other = await house.make.merchant({ currency_code: 'EUR' })
  await workedPrices(house.make, [shop.merchant, other.merchant])
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  const payment = await house.make.transaction(shop, { amount: 4_995, payment_product: 'ideal' })
  await house.make.transaction(other, { amount: 99_900, payment_product: 'ideal' })
  await house.post()
  await house.clockTo('2054-12-14T09:00:00Z')
  await closeDays(house.databases.provider)
  await runSettlements({ databases: house.databases, now: () => new Date('2054-12-14T09:00:00Z'), onProblem: () => {} })
  await house.make.transaction(shop, { amount: 6_000, payment_product: 'ideal' })
  await house.make.oneOff(shop.merchant, { amount: -995, kind: 'CHARGE', date: '2054-12-14', status: 'APPROVED' })
  await oneOffsJob(house.databases).run(new Date('2054-12-14T10:00:00Z'))
  await house.post()
  await house.make.refund(shop, payment, { amount: 100, status: 'PENDING' })
  await house.clockTo('2054-12-15T09:00:00Z')
  await closeDays(house.databases.provider)
})
afterAll(() => house.stop())

const report = (actor: Actor, query: { from?: string; to?: string } = {}) =>
  inTransaction(house.databases, actor, (trx) => financialReport(trx, actor, query, noon), { as: 'provider' })
const own = () => engineActor(shop.merchant, 'system')

it('has the balance of now, in its parts, and the next settlement with what is known of it', async () => {
  const { currencies, closed_through } = await report(own())
  const [of, ...others] = currencies
  expect([others, closed_through]).toEqual([[], '2054-12-14'])
  const [{ payable, reserve } = {}] = await house.rows<{ payable: number; reserve: number }>(
    `select sum(case code when 30 then credit - debit else 0 end)::int as payable,
      sum(case code when 31 then credit - debit else 0 end)::int as reserve
    from ledger_balance where merchant_id = $1 and code in (30, 31)`,
    [shop.merchant],
  )
  expect([of?.payable, of?.reserve, of?.refunds_under_way]).toEqual([BigInt(payable ?? 0), BigInt(reserve ?? 0), 100n])
  const later = of?.later.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n)
  expect(BigInt(of?.available_now ?? 0) + (later ?? 0n)).toBe(of?.payable)
  // What the one-off took is available at once, the payment of the same day two banking days later.
  expect(of?.later.map(({ day }) => day)).toEqual(['2054-12-16'])
  expect(of?.next).toMatchObject([{ closes_on: '2054-12-21', covers_from: '2054-12-14', covers_through: '2054-12-20' }])
})

it('leads from opening to closing by its steps and what was settled, on each day and in all', async () => {
  const { currencies } = await report(own(), { from: '2054-12-01', to: '2054-12-15' })
  const [of] = currencies
  if (!of) throw new Error('no currency')
  const sum = (values: Iterable<unknown>) => [...values].reduce((all: bigint, each) => all + BigInt(String(each)), 0n)
  const steps = Object.keys(settlementSteps) as (keyof typeof settlementSteps)[]
  expect(of.opening).toBe(0n)
  expect(sum(steps.map((step) => of.steps[step] ?? 0))).toBe(of.total)
  expect(of.closing).toBe(BigInt(of.total ?? 0) - BigInt(of.paid ?? 0))
  // Nothing becomes available between the last day and now.
  expect(of.closing).toBe(of.available_now)
  expect(sum(of.days.map(({ total }) => total))).toBe(of.total)
  expect(sum(of.days.map(({ paid }) => paid))).toBe(of.paid)
  const [settled] = await house.rows<{ paid: number }>('select paid::int from settlement where merchant_id = $1', [
    shop.merchant,
  ])
  expect(of.paid).toBe(BigInt(settled?.paid ?? -1))
  expect(of.steps.one_offs).toBe(-995n)
})

it('goes on where the period before it ended', async () => {
  const [before] = (await report(own(), { from: '2054-12-01', to: '2054-12-13' })).currencies
  const [after] = (await report(own(), { from: '2054-12-14', to: '2054-12-15' })).currencies
  expect(after?.opening).toBe(before?.closing)
})

it('has no book of another part of the merchant, and no merchant beside', async () => {
  const node = await house.make.organisation(shop.merchant)
  const ofPart: Actor = { ...own(), scope: { merchant: shop.merchant, organisations: [node], below: [node] } }
  expect((await report(ofPart)).currencies).toEqual([])
  const everybody: Actor = { ...own(), scope: { merchant: null } }
  await expect(report(everybody)).rejects.toThrow('invalid_request')
})

it.each([
  ['that ends before it begins', { from: '2054-12-10', to: '2054-12-01' }],
  ['of more than a year', { from: '2053-01-01', to: '2054-12-01' }],
])('refuses a period %s', async (_, query) => {
  await expect(report(own(), query)).rejects.toThrow('invalid_request')
})
