import { parseListQuery } from '@kontor/contract/lists/list-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { book } from '../../ledger/book.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { listRows } from '../../platform/rows/list.ts'
import { runSettlements } from '../../settlements/runs/run-settlements.ts'
import { ageingSource } from './ageing.rows.ts'

let house: LedgerHouse
let shop: MadeMerchant
let other: MadeMerchant

// Mondays, on which the default schedule closes a week.
const [first, second, third, fourth] = ['2055-03-01', '2055-03-08', '2055-03-15', '2055-03-22']

beforeAll(async () => {
  house = await openLedgerHouse()
  shop = await house.make.merchant({ name: 'Bloom', currency_code: 'EUR' })
  other = await house.make.merchant({ name: 'Other', currency_code: 'EUR' })
  await house.clockTo(`${first}T09:00:00Z`)
  await house.open()
})
afterAll(() => house.stop())

/** Closes and settles everything until this morning. */
async function on(day: string) {
  await house.clockTo(`${day}T09:00:00Z`)
  await house.post()
  await closeDays(house.databases.provider)
  const now = () => new Date(`${day}T09:00:00Z`)
  await runSettlements({ databases: house.databases, now, onProblem: () => {} })
}
async function items(of: MadeMerchant | null) {
  const own = engineActor((of ?? shop).merchant, 'system')
  const seen: Actor = { ...own, psp: true, roles: ['PSP_ALL'], ...(of === null ? { scope: { merchant: null } } : {}) }
  const parsed = parseListQuery(ageingSource.entity, { _limit: '1000' })
  if ('details' in parsed) throw new Error(JSON.stringify(parsed.details))
  const rows = await inTransaction(house.databases, seen, (trx) => listRows(ageingSource, trx, seen, parsed.query), {
    as: 'provider',
  })
  return rows.map((row) => ({ ...row, amount: Number(row['amount']), merchant: String(row['merchant']) }))
}
const said = async (of: MadeMerchant) =>
  (await items(of))
    .map((row) => ['open_item', 'amount', 'since', 'days', 'age'].map((name) => row[name as 'amount']).join(' '))
    .sort()
/** What the ledger owes the merchant, with what it ordered to be paid and no statement has yet. */
const owedByLedger = async (of: MadeMerchant) =>
  Number(
    (
      await house.rows<{ sum: string }>(
        `select coalesce(sum(credit - debit), 0)::text as sum from ledger_balance where merchant_id = $1 and code in (30, 11)`,
        [of.merchant],
      )
    )[0]?.sum,
  )
const addUp = async (of: MadeMerchant) => {
  const sum = (await items(of)).reduce((all, { amount }) => all + amount, 0)
  expect(sum).toBe(await owedByLedger(of))
  return sum
}

describe('what merchants owe and are owed', () => {
  let late: { id: string; created_at: string; amount: number }

  it('is unsettled from the day on which it is available, and a payout from the day on which it is due', async () => {
    late = await house.make.transaction(shop, { amount: 50_000 })
    await house.post()
    expect(await said(shop)).toEqual(['UNSETTLED 50000 2055-03-03 0 UP_TO_7'])
    await on(second)
    expect(await said(shop)).toEqual(['PAYOUT 50000 2055-03-08 0 UP_TO_7'])
    expect(await addUp(shop)).toBe(50_000)
  })

  it('is a debt since the first settlement below zero, and less than the minimum is carried', async () => {
    await house.make.chargeback(shop, late, { amount: 50_000 })
    await house.make.transaction(other, { amount: 400 })
    await on(third)
    expect(await said(shop)).toEqual(['DEBT -50000 2055-03-15 0 UP_TO_7', 'PAYOUT 50000 2055-03-08 7 UP_TO_7'])
    expect(await said(other)).toEqual(['CARRIED 400 2055-03-15 0 UP_TO_7'])
    await house.make.transaction(shop, { amount: 1_000 })
    await house.make.transaction(other, { amount: 100 })
    await on(fourth)
    expect(await said(shop)).toEqual(['DEBT -49000 2055-03-15 7 UP_TO_7', 'PAYOUT 50000 2055-03-08 14 UP_TO_30'])
    expect(await said(other)).toEqual(['CARRIED 500 2055-03-15 7 UP_TO_7'])
    for (const of of [shop, other]) await addUp(of)
  })

  it('is less by what was paid of it, and nothing is counted twice', async () => {
    const [{ id } = { id: '' }] = await house.rows<{ id: string }>('select book_of($1, null) as id', [shop.merchant])
    const paid = { merchant_id: shop.merchant, book_id: id, currency_code: 'EUR', subject_id: crypto.randomUUID() }
    const collect = (amount: number) =>
      house.databases.provider
        .transaction()
        .execute((trx) =>
          book(trx, [{ ...paid, amount, kind: 'debt_collected', sub_id: paid.subject_id, available: 'at once' }]),
        )
    await collect(9_000)
    expect(await said(shop)).toEqual(['DEBT -40000 2055-03-15 7 UP_TO_7', 'PAYOUT 50000 2055-03-08 14 UP_TO_30'])
    await collect(45_000)
    expect(await said(shop)).toEqual(['PAYOUT 50000 2055-03-08 14 UP_TO_30', 'UNSETTLED 5000 2055-03-22 0 UP_TO_7'])
    await addUp(shop)
  })

  it('grows older day by day, for the provider of all merchants together', async () => {
    await house.clockTo('2055-06-20T09:00:00Z')
    const all = await items(null)
    expect(new Set(all.map(({ merchant }) => merchant))).toEqual(new Set([shop.merchant, other.merchant]))
    expect(await said(other)).toEqual(['CARRIED 500 2055-03-15 97 OVER_90'])
    expect(await said(shop)).toEqual(['PAYOUT 50000 2055-03-08 104 OVER_90', 'UNSETTLED 5000 2055-03-22 90 UP_TO_90'])
  })
})
