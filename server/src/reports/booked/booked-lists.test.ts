import type { ListQuery } from '@kontor/contract/lists/list-query'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import type { Query } from '@kontor/contract/lists/query-string'
import { bookedLists } from '@kontor/contract/reports/booked/booked-lists'
import { reportTypes } from '@kontor/contract/reports/report.rules'
import { isAllowed } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../../test/money/ledger-house.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { transactionMoney } from '../../ledger/money/transaction-money.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { type AnyRow, countRows, listRows, type Source } from '../../platform/rows/list.ts'
import { totalsOf } from '../../platform/rows/totals.ts'
import { oneOffsJob } from '../../settlements/one-offs/one-offs-job.ts'
import { runSettlements } from '../../settlements/runs/run-settlements.ts'
import { bookedSources } from './booked-sources.ts'

let house: LedgerHouse
let shop: MadeMerchant
let other: MadeMerchant
let card: { id: string; created_at: string }
let bare: MadeMerchant

/** Two weeks of trade of two merchants, settled; one payment that no price fits. */
beforeAll(async () => {
  house = await openLedgerHouse()
  shop = await house.make.merchant({ name: 'Bloom', currency_code: 'EUR' })
  other = await house.make.merchant({ name: 'Other', currency_code: 'EUR' })
  bare = await house.make.merchant({ name: 'Bare', currency_code: 'EUR' })
  await workedPrices(house.make, [shop.merchant, other.merchant])
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  const created_at = new Date('2054-12-07T08:00:00Z')
  const visa = { payment_product: 'card', card_issuer_country: 'NL', card_holder: 'consumer' } as const
  card = await house.make.transaction(shop, { ...visa, amount: 12_000, created_at, merchant_reference: 'P2' })
  await house.make.transaction(shop, { amount: 4_995, payment_product: 'ideal', created_at })
  await house.make.transaction(other, { amount: 99_900, payment_product: 'paypal', created_at })
  await house.make.transaction(bare, { amount: 7_700, payment_product: 'paypal', created_at })
  await house.post()
  await house.clockTo('2054-12-08T09:00:00Z')
  await house.make.refund(shop, card, { amount: 4_000, status: 'PROCESSED' })
  await house.post()
  for (const of of [shop, other])
    await house.make.oneOff(of.merchant, { status: 'APPROVED', date: '2054-12-08', amount: -1_000, vat: true })
  await oneOffsJob(house.databases).run(new Date('2054-12-08T09:30:00Z'))
  await house.clockTo('2054-12-22T09:00:00Z')
  await closeDays(house.databases.provider)
  const now = () => new Date('2054-12-22T11:00:00Z')
  await runSettlements({ databases: house.databases, now, onProblem: () => {} })
})
afterAll(() => house.stop())

const merchantOf = (of: MadeMerchant): Actor => ({ ...engineActor(of.merchant, 'system'), roles: ['USER_ALL'] })
const staffIn = (of: MadeMerchant): Actor => ({ ...engineActor(of.merchant, 'system'), psp: true, roles: ['PSP_ALL'] })
const sourceOf = (name: string): Source => bookedSources.find(({ entity }) => entity.name === name) as Source
const asked = (source: Source, given: Query): ListQuery => {
  const parsed = parseListQuery(source.entity, { _limit: '1000', ...given })
  if ('details' in parsed) throw new Error(JSON.stringify(parsed.details))
  return parsed.query
}
function list(name: string, actor: Actor, given: Query = {}): Promise<AnyRow[]> {
  const source = sourceOf(name)
  return inTransaction(house.databases, actor, (trx) => listRows(source, trx, actor, asked(source, given)), {
    as: source.as,
  })
}
const sum = (rows: AnyRow[], field: string) => rows.reduce((total, row) => total + Number(row[field]), 0)
const balance = async (merchant: string, code: number) =>
  Number(
    (
      await house.rows<{ sum: string }>(
        'select coalesce(sum(credit - debit), 0)::text as sum from ledger_balance where merchant_id = $1 and code = $2',
        [merchant, code],
      )
    )[0]?.sum,
  )

describe('the lists of what was booked', () => {
  it('have transfers that add up to what the merchant is owed and what is held of it', async () => {
    const rows = await list('transfer', merchantOf(shop))
    expect([sum(rows, 'amount'), sum(rows, 'held')]).toEqual([
      await balance(shop.merchant, 30),
      await balance(shop.merchant, 31),
    ])
    expect(sum(rows, 'held')).toBeGreaterThan(0)
    const paid = rows.filter(({ kind }) => kind === 'capture').map((row) => row['merchant_reference'])
    expect(paid).toContain('P2')
  })

  it('have each fee with its line, what it is of, and its VAT', async () => {
    const fees = await list('fee', merchantOf(shop), { transaction: card.id, _sort: 'business_day' })
    expect(fees).toMatchObject([
      { amount: 154, event: 'capture', of_amount: 12_000, line: 3, version: 1, vat_percentage: 21, kind: 'fee' },
      { amount: 25, event: 'refund', of_amount: 4_000, line: 9, version: 1, vat_percentage: 21, kind: 'fee' },
    ])
  })

  it('have a balance for each day that begins with what the day before left', async () => {
    const days = await list('day_balance', merchantOf(shop), { _sort: 'business_day' })
    expect(days.length).toBeGreaterThan(2)
    for (const [at, day] of days.entries())
      for (const of of ['payable', 'reserve']) {
        expect(day[`${of}_before`]).toBe(at === 0 ? 0 : days[at - 1]?.[`${of}_after`])
        expect(day[`${of}_after`]).toBe(
          Number(day[`${of}_before`]) + Number(day[`${of}_added`]) - Number(day[`${of}_taken`]),
        )
      }
    expect(days.at(-1)).toMatchObject({
      payable_after: await balance(shop.merchant, 30),
      reserve_after: await balance(shop.merchant, 31),
    })
    // A filter leaves days out, and not what they left.
    const last = String(days.at(-1)?.['business_day'])
    expect(await list('day_balance', merchantOf(shop), { 'business_day>': last })).toEqual(days.slice(-1))
  })

  it('have what is held, and when it is released', async () => {
    const rows = await list('reserve_movement', merchantOf(shop))
    expect(sum(rows, 'held')).toBe(await balance(shop.merchant, 31))
    expect(rows.every(({ release_on }) => release_on !== null)).toBe(true)
  })

  it('have the VAT of a month as it is booked, that of fees and of one-offs apart', async () => {
    const rows = await list('tax', merchantOf(shop), { _sort: 'vat' })
    const shared = { month: '2054-12-01', vat_percentage: 21, currency_code: 'EUR' }
    const fees = await balance(shop.merchant, 40)
    expect(rows.find(({ taxed }) => taxed === 'fees')).toMatchObject({
      ...shared,
      base: fees,
      vat: Math.round(fees * 0.21),
    })
    expect(rows.find(({ taxed }) => taxed === 'one_offs')).toMatchObject({ ...shared, base: 1_000, vat: 210 })
    expect([rows.length, sum(rows, 'vat')]).toEqual([2, await balance(shop.merchant, 41)])
    expect(await list('tax', staffIn(shop), { _sort: 'vat' })).toEqual(rows)
    expect(await list('tax', merchantOf(shop), { taxed: 'fees', 'month>': '2054-12-01' })).toHaveLength(1)
  })

  it('have settlements by kind, and what was paid out for them', async () => {
    const [settled] = await house.rows<{ id: string; total: string; paid: string; number: string }>(
      'select id, total::text, paid::text, number from settlement where merchant_id = $1 and paid > 0',
      [shop.merchant],
    )
    const lines = await list('settlement_line', merchantOf(shop), { settlement: settled?.id ?? '' })
    expect(sum(lines, 'amount')).toBe(Number(settled?.total))
    expect(await list('payout', merchantOf(shop))).toMatchObject([
      { id: settled?.id, settlement_number: settled?.number, amount: Number(settled?.paid), status: 'CREATED' },
    ])
  })

  it('have the margin of a payment as the payment itself has it (money check 11)', async () => {
    const rows = await list('margin', staffIn(shop), { transaction: card.id })
    const money = await inTransaction(
      house.databases,
      staffIn(shop),
      (trx) => transactionMoney(trx, staffIn(shop), card.id),
      { as: 'provider' },
    )
    expect(money.margin).toMatchObject({ fee: 179, cost: 72 })
    const sums = Object.fromEntries(['fee', 'cost', 'share', 'margin'].map((name) => [name, sum(rows, name)]))
    expect(sums).toEqual(JSON.parse(JSON.stringify(money.margin)))
  })

  it('have both accounts of every transfer for the provider, and payments without a price', async () => {
    const rows = await list('psp_transfer', staffIn(shop))
    const [{ n } = { n: 0 }] = await house.rows<{ n: number }>(
      'select count(*)::int as n from ledger_transfer where merchant_id = $1',
      [shop.merchant],
    )
    expect(rows.length).toBe(n)
    expect(rows.find(({ kind }) => kind === 'cost_expected')).toMatchObject({
      ...{ debit: 'processor_cost', credit: 'processor_receivable' },
    })
    expect(await list('unpriced_payment', staffIn(shop))).toEqual([])
    const unpriced = await list('unpriced_payment', staffIn(bare))
    expect(unpriced).toMatchObject([{ amount: 7_700, payment_product: 'paypal' }])
    // The provider's staff look for them before they know of whom.
    expect(await list('unpriced_payment', { ...staffIn(shop), scope: { merchant: null } })).toEqual(unpriced)
  })

  it('are of one merchant: neither another’s rows nor those of all', async () => {
    for (const { entity } of bookedSources.filter(
      ({ entity }) => !['difference', 'unpriced_payment'].includes(entity.name),
    )) {
      const [ours, theirs] = [await list(entity.name, staffIn(shop)), await list(entity.name, staffIn(other))]
      expect([entity.name, ours.length > 0, theirs.length > 0]).toEqual([entity.name, true, true])
      for (const [of, rows] of [
        [shop, ours],
        [other, theirs],
      ] as const)
        expect(rows.map(({ merchant }) => merchant).filter((merchant) => merchant !== of.merchant)).toEqual([])
    }
    const all: Actor = { ...staffIn(shop), scope: { merchant: null } }
    for (const { entity } of bookedSources) {
      const details = await list(entity.name, all).then(
        () => undefined,
        (refusal) => refusal.details,
      )
      expect([entity.name, details]).toEqual([
        ...[entity.name, entity.ofOneMerchant ? { 'query.merchant': 'required' } : undefined],
      ])
    }
  })

  it('show a part of a merchant that is settled with the rest nothing of it', async () => {
    const node = await house.make.organisation(shop.merchant)
    const part: Actor = {
      ...merchantOf(shop),
      scope: { merchant: shop.merchant, organisations: [node], below: [node] },
    }
    for (const { entity } of bookedSources.filter(({ entity }) => isAllowed(entity.roles.list, ['USER_ALL'])))
      expect([entity.name, await list(entity.name, part)]).toEqual([entity.name, []])
  })

  it('are counted, added up and narrowed by each of their filters', async () => {
    for (const source of bookedSources) {
      const actor = staffIn(shop)
      const rows = await list(source.entity.name, actor)
      const run = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
        inTransaction(house.databases, actor, work, { as: source.as })
      for (const [field, kind] of Object.entries(source.entity.filters)) {
        const value = rows.map((row) => row[field]).find((each) => each !== null && each !== undefined)
        if (value === undefined) continue
        const name = kind === 'among' ? `${field}[]` : field
        const query = asked(source, { [name]: kind === 'among' ? [String(value)] : String(value) })
        const wanted = rows.filter((row) => row[field] === value)
        expect([source.entity.name, field, await run((trx) => countRows(source, trx, actor, query))]).toEqual([
          ...[source.entity.name, field, wanted.length],
        ])
        if (source.entity.totals.length === 0) continue
        const totals = await run((trx) => totalsOf(source, trx, actor, query))
        for (const total of source.entity.totals)
          expect(totals.reduce((all, { sums }) => all + Number(sums[total]), 0)).toBe(sum(wanted, total))
      }
    }
  })

  it('can each be made a report of', () => {
    expect(bookedLists.map(({ name }) => name).filter((name) => !reportTypes.some((type) => type === name))).toEqual([])
    expect(bookedSources.map(({ entity }) => entity.name)).toEqual(bookedLists.map(({ name }) => name))
  })
})
