import { newLine } from '@kontor/contract/pricing/new-line'
import type { Line } from '@kontor/contract/pricing/price.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { dyingAt, handedIn } from '../../test/money/handed-in.ts'
import { type LedgerHouse, openLedgerHouse } from '../../test/money/ledger-house.ts'
import { verifyLedger } from '../ledger/checking/verify-ledger.ts'
import { closeDays } from '../ledger/closing/close-days.ts'
import type { Actor } from '../platform/db/actor.ts'
import { engineActor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'
import { readLines } from '../processors/settlements/read-lines.ts'
import { readSettlementFile } from '../processors/settlements/read-settlement-file.ts'
import { matchFile } from './match-file.ts'
import { resolveDifference } from './resolve-difference.ts'

let house: LedgerHouse
let bloom: MadeMerchant
let settlement: string
const now = new Date()

/** The worked example of interchange++: 0.2 % and 0.045 % of what is expected to cost 0.04 + 0.5 %, and 0.10 + 0.6 % on top. */
const costs = newLine({ fixed: 4, ppm: 5_000, interchange_ppm: 2_000, scheme_fees_ppm: 450 })
const plusPlus = newLine({ passes_on: 'interchange_and_scheme_fees', fixed: 10, ppm: 6_000 })

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.open()
})
afterAll(() => house.stop())
beforeEach(() => merchantWith([plusPlus]))

async function merchantWith(lines: readonly Line[]): Promise<void> {
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  settlement = await house.make.processorSettlement(bloom.merchant)
  const merchants = [bloom.merchant]
  await house.make.scheme({ lines, merchants })
  await house.make.scheme({ type: 'COST', lines: [costs, newLine({ ...costs, event: 'refund' })], merchants })
}

interface Row {
  id: string
  type?: string
  gross: number
  interchange?: number
  scheme_fees?: number
  markup?: number
  commission?: number
  currency?: string
}

const columns =
  'Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net'
let batch = 0
function fileOf(...rows: readonly Row[]): string {
  batch += 1
  return [
    columns,
    ...rows.map(({ id, type = 'Payment', gross, currency = 'EUR', ...fees }) => {
      const { interchange = 0, scheme_fees = 0, markup = 0, commission = 0 } = fees
      const net = gross - interchange - scheme_fees - markup - commission
      return [
        ...[batch, now.toISOString(), type, type === 'Payment' ? id : '', id, '', currency, gross],
        ...[interchange, scheme_fees, markup, commission, net],
      ].join(',')
    }),
  ].join('\n')
}

const handIn = (content: string) => handedIn(house, { merchant_id: bloom.merchant, id: settlement }, content)
const matched = async (...rows: readonly Row[]) => {
  const file = await handIn(fileOf(...rows))
  await matchFile(house.databases, file, now)
  return file
}
async function paid(amount = 12_000) {
  const made = await house.make.transaction(bloom, { amount, payment_product: 'card', card_brand: 'visa' })
  await house.post()
  return made
}

/** The fee of a payment or refund by its parts, with corrections, and each row in its order. */
const feesOf = (id: string) =>
  house.rows<{ name: string; part: string | null; amount: number }>(
    `select k.name, t.part, t.amount::int as amount from ledger_transfer t join ledger_kind k using (kind)
      where t.subject_id = $1 and t.kind in (2, 19, 20) order by t.seq`,
    [id],
  )
const estimated = [
  { name: 'fee', part: 'interchange', amount: 24 },
  { name: 'fee', part: 'scheme_fees', amount: 5 },
  { name: 'fee', part: 'markup', amount: 82 },
]
/** What the provider keeps: fees less costs. */
async function margin(): Promise<number> {
  const [row] = await house.rows<{ sum: number }>(
    `select sum(case code when 40 then credit - debit else credit - debit end)::int as sum from ledger_balance
      where merchant_id = $1 and code in (40, 50)`,
    [bloom.merchant],
  )
  return row?.sum ?? 0
}
const differences = async () => (await verifyLedger(house.databases.provider, () => now))?.examples

describe('interchange++', () => {
  it('charges what the payment is expected to cost and a markup, in three rows', async () => {
    const payment = await paid()
    expect(await feesOf(payment.id)).toEqual(estimated)
    expect(await margin()).toBe(111 - 64)
    expect(await differences()).toEqual([])
  })

  it('books nothing more where the file says what was expected', async () => {
    const payment = await paid()
    await matched({ id: payment.id, gross: 12_000, interchange: 24, scheme_fees: 5, markup: 35 })
    expect(await feesOf(payment.id)).toEqual(estimated)
  })

  it('follows the file: with an interchange of 0.36 it is 0.12 more, and the margin stays', async () => {
    const payment = await paid()
    const file = await matched({ id: payment.id, gross: 12_000, interchange: 36, scheme_fees: 5, markup: 35 })
    const after = [...estimated, { name: 'fee_more', part: 'interchange', amount: 12 }]
    expect(await feesOf(payment.id)).toEqual(after)
    expect(await margin()).toBe(111 - 64)
    const [correction] = await house.rows(
      `select t.available_on > t.business_day as later, t.scheme_line = c.scheme_line as same_line, t.organisation_id = c.organisation_id as same
        from ledger_transfer t join ledger_transfer c on c.subject_id = t.subject_id and c.kind = 1 where t.kind = 19 and t.subject_id = $1`,
      [payment.id],
    )
    expect(correction).toEqual({ later: true, same_line: true, same: true })
    // Read and matched again, it is the same.
    const staff: Actor = { ...engineActor(bloom.merchant, 'system'), psp: true }
    await inTransaction(
      house.databases,
      staff,
      (trx) => readSettlementFile(trx, staff, settlement, { file: file.id }),
      { as: 'provider' },
    )
    await readLines({ databases: house.databases, masterKey: house.database.masterKey }, file)
    await matchFile(house.databases, file, now)
    expect(await feesOf(payment.id)).toEqual(after)
    expect(await differences()).toEqual([])
  })

  it('gives back what was charged too much, of each part that the price passes on', async () => {
    const payment = await paid()
    await matched({ id: payment.id, gross: 12_000, interchange: 20, scheme_fees: 2 })
    expect((await feesOf(payment.id)).slice(3)).toEqual([
      { name: 'fee_less', part: 'interchange', amount: 4 },
      { name: 'fee_less', part: 'scheme_fees', amount: 3 },
    ])
    await merchantWith([newLine({ ...plusPlus, passes_on: 'interchange' })])
    const other = await paid()
    expect(await feesOf(other.id)).toEqual(estimated.filter(({ part }) => part !== 'scheme_fees'))
    await matched({ id: other.id, gross: 12_000, interchange: 20, scheme_fees: 2 })
    expect((await feesOf(other.id)).slice(2)).toEqual([{ name: 'fee_less', part: 'interchange', amount: 4 }])
  })

  it('is corrected once by a process that is killed anywhere and run again, also by two at once', async () => {
    const payments = [await paid(), await paid(), await paid()]
    const file = await handIn(
      fileOf(...payments.map(({ id }) => ({ id, gross: 12_000, interchange: 36, scheme_fees: 5 }))),
    )
    for (let nth = 0; nth < 20; nth += 1) {
      const died = await matchFile(dyingAt(house.databases, nth), file, now, 2).then(
        () => false,
        () => true,
      )
      if (!died) break
    }
    await Promise.all([1, 2].map(() => matchFile(house.databases, file, now)))
    for (const { id } of payments)
      expect((await feesOf(id)).slice(3)).toEqual([{ name: 'fee_more', part: 'interchange', amount: 12 }])
  })

  it('stays as expected where the file names a commission alone, more than the payment, another currency, or it twice', async () => {
    const [one, two, three, four] = [await paid(), await paid(), await paid(), await paid()]
    await matched(
      { id: one.id, gross: 12_000, commission: 90 },
      { id: two.id, gross: 12_000, interchange: 11_999, scheme_fees: 2 },
      { id: three.id, gross: 12_000, interchange: 90, currency: 'GBP' },
      { id: four.id, gross: 12_000, interchange: 24, scheme_fees: 5 },
      { id: four.id, gross: 12_000, interchange: 90, scheme_fees: 5 },
    )
    for (const { id } of [one, two, three, four]) expect(await feesOf(id)).toEqual(estimated)
  })

  it('passes on no fees that are claimed from the processor', async () => {
    const payment = await paid()
    await matched({ id: payment.id, gross: 12_000, interchange: 60, scheme_fees: 5, markup: 35 })
    const more = { name: 'fee_more', part: 'interchange', amount: 36 }
    expect((await feesOf(payment.id)).slice(3)).toEqual([more])
    const resolve = async (status: 'CLAIMED' | 'CORRECTED' | 'WRITTEN_OFF') => {
      const [found] = await house.rows<{ id: string }>(
        `select id from reconciliation_difference where merchant_id = $1 and type = 'COST'`,
        [bloom.merchant],
      )
      const staff: Actor = { ...engineActor(bloom.merchant, 'system'), psp: true }
      const asked = { difference: found?.id ?? '', status, reason: 'Too much' }
      await inTransaction(house.databases, staff, (trx) => resolveDifference(trx, staff, settlement, asked, now), {
        as: 'provider',
      })
    }
    await resolve('CLAIMED')
    const back = { name: 'fee_less', part: 'interchange', amount: 36 }
    expect((await feesOf(payment.id)).slice(3)).toEqual([more, back])
    // The processor does not give it back: it was the cost after all.
    await resolve('WRITTEN_OFF')
    expect((await feesOf(payment.id)).slice(3)).toEqual([more, back, more])
    expect(await margin()).toBe(111 - 64)
  })

  it('of a refund passes on what the processor gives back', async () => {
    await merchantWith([plusPlus, newLine({ event: 'refund', fixed: 25, passes_on: 'interchange' })])
    const payment = await paid()
    const refund = await house.make.refund(bloom, payment, { amount: 4_000 })
    await house.rows(`update refund set processor_id_external = $2 where id = $1`, [refund.id, refund.id])
    await house.post()
    expect(await feesOf(refund.id)).toEqual([
      { name: 'fee', part: 'interchange', amount: 8 },
      { name: 'fee', part: 'markup', amount: 25 },
    ])
    await matched({ id: refund.id, type: 'Refund', gross: -4_000, interchange: -6 })
    expect((await feesOf(refund.id)).slice(2)).toEqual([{ name: 'fee_less', part: 'interchange', amount: 14 }])
  })

  it('is taken back with the payment, with what the file brought, and what the processor keeps is charged again', async () => {
    const payment = await paid()
    await matched({ id: payment.id, gross: 12_000, interchange: 36, scheme_fees: 5 })
    await house.rows(`update transaction set status = 'FAILED' where id = $1`, [payment.id])
    await house.post()
    const sums = await house.rows(
      `select part, sum(case kind when 20 then -amount else amount end)::int as sum from ledger_transfer
        where subject_id = $1 and kind in (2, 19, 20) group by 1 order by 1`,
      [payment.id],
    )
    expect(sums).toEqual(['interchange', 'markup', 'scheme_fees'].map((part) => ({ part, sum: 0 })))
    expect(await differences()).toEqual([])
    const before = (await feesOf(payment.id)).length
    // The processor keeps 0.06 of the interchange, and the fees of the brand.
    const file = await handIn(fileOf({ id: payment.id, gross: -12_000, interchange: -30 }))
    await house.rows(`update processor_settlement_line set kind = 'correction' where file_id = $1`, [file.id])
    await matchFile(house.databases, file, now)
    expect((await feesOf(payment.id)).slice(before)).toEqual([
      { name: 'fee_more', part: 'interchange', amount: 6 },
      { name: 'fee_more', part: 'scheme_fees', amount: 5 },
    ])
  })

  it('has VAT over each part, exact for the month', async () => {
    const payment = await paid()
    await matched({ id: payment.id, gross: 12_000, interchange: 36, scheme_fees: 5 })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await house.clockTo(tomorrow)
    await closeDays(house.databases.provider)
    const [vat] = await house.rows('select fees::int, vat::int from ledger_vat where merchant_id = $1', [
      bloom.merchant,
    ])
    expect(vat).toEqual({ fees: 123, vat: 26 })
    expect(await differences()).toEqual([])
  })
})
