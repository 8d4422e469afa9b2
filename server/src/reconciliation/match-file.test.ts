import { randomUUID } from 'node:crypto'
import { plusDays } from '@kontor/contract/dates'
import { newLine } from '@kontor/contract/pricing/new-line'
import { listDifferencesSchemas } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { dyingAt, handedIn } from '../../test/money/handed-in.ts'
import { type LedgerHouse, openLedgerHouse } from '../../test/money/ledger-house.ts'
import { verifyLedger } from '../ledger/checking/verify-ledger.ts'
import { closeDays } from '../ledger/closing/close-days.ts'
import { closedThrough } from '../ledger/ledger-day.ts'
import type { Actor } from '../platform/db/actor.ts'
import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction } from '../platform/db/database.ts'
import { readLines } from '../processors/settlements/read-lines.ts'
import { readSettlementFile } from '../processors/settlements/read-settlement-file.ts'
import { differenceAgeing } from './ageing.ts'
import { approveWriteOff } from './approve-write-off.ts'
import { closeSettlementFile } from './close-settlement-file.ts'
import { listDifferences } from './differences.ts'
import { settlementsToLookAt } from './find-missing.ts'
import { lateFilesJob } from './late-files-job.ts'
import { matchFile } from './match-file.ts'
import { reconciliationJob } from './reconciliation-job.ts'
import { resolveDifference } from './resolve-difference.ts'

let house: LedgerHouse
let bloom: MadeMerchant
let settlement: string
const now = new Date()

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.open()
})
afterAll(() => house.stop())
beforeEach(async () => {
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  settlement = await house.make.processorSettlement(bloom.merchant)
  await house.make.scheme({
    type: 'COST',
    lines: [newLine({ fixed: 10, ppm: 5_800 }), newLine({ event: 'refund', fixed: 8 })],
    merchants: [bloom.merchant],
  })
})

interface Row {
  type?: string
  reference?: string
  operation?: string
  payment?: string
  currency?: string
  gross: number
  fees?: number
  at?: Date
}

const columns =
  'Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net'
/** A file of the sandbox, with the fees that the scheme expects of each payment. */
const fileOf = (rows: readonly Row[], batch = 1): string =>
  [
    columns,
    ...rows.map(
      ({ type = 'Payment', reference = '', operation = '', payment = '', currency = 'EUR', gross, ...row }) => {
        const fees = row.fees ?? (type === 'Payment' ? 10 + Math.round(gross * 0.0058) : 0)
        const at = (row.at ?? now).toISOString()
        return [batch, at, type, reference, operation, payment, currency, gross, fees, 0, 0, 0, gross - fees].join(',')
      },
    ),
  ].join('\n')

const asProvider = <T>(work: Parameters<typeof inTransaction<T>>[2], databases: Databases = house.databases) =>
  inTransaction(databases, engineActor(bloom.merchant, 'system'), work, { as: 'provider' })
const handIn = (content: string, to = settlement) => handedIn(house, { merchant_id: bloom.merchant, id: to }, content)
const match = (file: { merchant_id: string; id: string }, databases = house.databases) =>
  matchFile(databases, file, now)
async function paid(given: { amount?: number; merchant_reference?: string; created_at?: Date } = {}) {
  const made = await house.make.transaction(bloom, { created_at: now, ...given })
  await house.post()
  return made
}
const lineOf = ({ id, amount }: { id: string; amount: number }): Row => ({
  reference: id,
  operation: id,
  gross: amount,
})

const found = () =>
  house.rows(
    `select type, status, line, said::int, expected::int, currency_code as currency from reconciliation_difference
      where merchant_id = $1 order by line, type, abs(expected)`,
    [bloom.merchant],
  )
const linesOf = (file: { id: string }) =>
  house.rows(`select line, matched, subject_id as subject from reconciled_line where file_id = $1 order by line`, [
    file.id,
  ])
/** What the transfers that matching booked add up to on an account, debit less credit. */
async function balance(code: 20 | 21 | 50): Promise<number> {
  const [row] = await house.rows<{ sum: string }>(
    `select coalesce(sum(debit - credit), 0)::text as sum from ledger_balance where merchant_id = $1 and code = $2`,
    [bloom.merchant, code],
  )
  return Number(row?.sum)
}
const isReconciled = async ({ id }: { id: string }) =>
  (await house.rows(`select reconciled_at is not null as is from processor_settlement_file where id = $1`, [id]))[0]?.[
    'is'
  ]

describe('a line of a file', () => {
  it('is of what its reference or the id of the gateway names', async () => {
    const [one, two, three] = [await paid(), await paid({ amount: 5_000 }), await paid({ amount: 6_000 })]
    const refund = await house.make.refund(bloom, one, { amount: 4_000 })
    await house.rows(`update refund set processor_id_external = 'rf-1' where id = $1`, [refund.id])
    await house.post()
    const file = await handIn(
      fileOf([
        lineOf(one),
        { payment: `prior_${two.id}`, operation: 'op', gross: 5_000 },
        { type: 'Refund', operation: 'rf-1', gross: -4_000, fees: 8 },
        { type: 'Payout', gross: -10_000 },
        lineOf(three),
      ]),
    )
    await match(file)
    const matched = await linesOf(file)
    expect(matched.map(({ matched: how, subject }) => [how, subject])).toEqual([
      ['EXACT', one.id],
      ['EXACT', two.id],
      ['EXACT', refund.id],
      ['NONE', null],
      ['EXACT', three.id],
    ])
    expect([await found(), await isReconciled(file)]).toEqual([[], true])
  })

  it('with the reference of the merchant alone is of the one payment that fits, and of none where two do', async () => {
    const one = await paid({ merchant_reference: 'order-1' })
    for (const _ of [1, 2]) await paid({ merchant_reference: 'order-2' })
    await paid({ merchant_reference: 'order-3', amount: 9_999 })
    const file = await handIn(
      fileOf(['order-1', 'order-2', 'order-3'].map((reference) => ({ reference, gross: 10_000 }))),
    )
    await match(file)
    expect((await linesOf(file)).map(({ matched, subject }) => [matched, subject])).toEqual([
      ['FUZZY', one.id],
      ['NONE', null],
      ['NONE', null],
    ])
    expect((await found()).map(({ type, line }) => [type, line])).toEqual([
      ['UNKNOWN', 3],
      ['UNKNOWN', 4],
    ])
  })

  it('differs in amount, currency, fees, or by being there twice, and account 20 is then what the file says', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => paid()))
    const [amount, currency, cost, twice] = made
    if (!amount || !currency || !cost || !twice) throw new Error('four payments')
    const file = await handIn(
      fileOf([
        { ...lineOf(amount), gross: 10_001, fees: 68 },
        { ...lineOf(currency), currency: 'USD' },
        { ...lineOf(cost), fees: 71 },
        lineOf(twice),
        lineOf(twice),
      ]),
    )
    await match(file)
    expect(await found()).toEqual([
      { type: 'AMOUNT', status: 'OPEN', line: 2, said: 10_001, expected: 10_000, currency: 'EUR' },
      { type: 'CURRENCY', status: 'OPEN', line: 3, said: 9_932, expected: 9_932, currency: 'USD' },
      { type: 'COST', status: 'OPEN', line: 4, said: 71, expected: 68, currency: 'EUR' },
      { type: 'TWICE', status: 'OPEN', line: 6, said: 9_932, expected: 0, currency: 'EUR' },
    ])
    const owed = await house.rows(
      `select currency_code, sum(debit - credit)::int as owed from ledger_balance where merchant_id = $1 and code = 20
        group by 1 order by 1`,
      [bloom.merchant],
    )
    expect(owed).toEqual([
      { currency_code: 'EUR', owed: 9_933 + 9_929 + 9_932 + 9_932 },
      { currency_code: 'USD', owed: 9_932 },
    ])
    expect((await verifyLedger(house.databases.provider, () => now))?.examples).toEqual([])
  })

  it('within the tolerance of fees is no difference, and books what was charged', async () => {
    const one = await paid()
    await match(await handIn(fileOf([{ ...lineOf(one), fees: 69 }])))
    expect([await found(), await balance(50)]).toEqual([[], 69])
  })

  it('waits while its payment is not booked, and is unknown when days have passed', async () => {
    const one = await house.make.transaction(bloom, { created_at: now })
    const file = await handIn(fileOf([lineOf(one)]))
    await match(file)
    expect([await linesOf(file), await isReconciled(file)]).toEqual([[], false])
    await house.post()
    await match(file)
    expect([(await linesOf(file))[0]?.['matched'], await isReconciled(file)]).toEqual(['EXACT', true])
  })

  it('of another account, another merchant or another processor is of nothing of ours', async () => {
    const other = await house.make.merchant({ currency_code: 'EUR' })
    const foreign = await house.make.transaction(other, { created_at: now })
    const adyen = await house.make.processor(bloom.merchant, { gateway: 'adyen', url: null })
    const elsewhere = await house.make.transaction({ ...bloom, processor: adyen }, { created_at: now })
    await house.post()
    const file = await handIn(fileOf([lineOf(foreign), lineOf(elsewhere)]))
    await sql`update processor_settlement_file set waits_until = (select closed_through from ledger_day) where id = ${file.id}`.execute(
      house.databases.provider,
    )
    await match(file)
    expect((await found()).map(({ type, said }) => [type, said])).toEqual([
      ['UNKNOWN', 9_932],
      ['UNKNOWN', 9_932],
    ])
  })

  it('from before the ledger is no difference, also where it names no payment', async () => {
    const before = new Date('1999-12-31T12:00:00Z')
    const file = await handIn(
      fileOf([
        { type: 'Fee', gross: 0, fees: 25, at: before },
        { payment: 'of-long-ago', gross: 10_000, at: before },
        { payment: 'of-today', gross: 10_000 },
      ]),
    )
    await match(file)
    expect((await found()).map(({ type, line }) => [type, line])).toEqual([['UNKNOWN', 4]])
    expect([await balance(50), await isReconciled(file)]).toEqual([0, true])
  })

  it.each([
    ['cannot be read', ',1,0,0,0,0,1', ',abc,0,0,0,0,1'],
    ['do not add up', ',1350,19,0,0,0,1331', ',1350,19,0,0,0,9999'],
  ])('with amounts that %s leaves its file without any booking', async (_, right, damaged) => {
    const whole = fileOf([lineOf(await paid()), { gross: 1, fees: 0 }, { gross: 1_350, fees: 19 }])
    const balances = async () => [await balance(20), await balance(21), await balance(50)]
    const before = await balances()
    const file = await handIn(whole.replace(right, damaged))
    await match(file)
    expect([await found(), await linesOf(file)]).toEqual([[], []])
    expect(await balances()).toEqual(before)
    const again = await handIn(whole)
    await match(again)
    expect((await linesOf(again)).map(({ matched }) => matched)).toEqual(['EXACT', 'NONE', 'NONE'])
  })

  it('with fees that are more together than a number holds is unknown, and stops none of the others', async () => {
    const [one, two] = [await paid(), await paid()]
    const most = Number.MAX_SAFE_INTEGER
    const lying = fileOf([{ ...lineOf(one), gross: 1, fees: 0 }, lineOf(two)])
    const file = await handIn(lying.replace(',1,0,0,0,0,1', `,${most},${most},${most},0,0,-${most}`))
    await house.rows(
      `update processor_settlement_file set waits_until = (select closed_through from ledger_day) where id = $1`,
      [file.id],
    )
    await match(file)
    expect(await found()).toMatchObject([{ type: 'UNKNOWN', line: 2, said: null }])
    expect((await linesOf(file)).map(({ matched }) => matched)).toEqual(['NONE', 'EXACT'])
    expect([await balance(21), await isReconciled(file)]).toEqual([0, true])
  })
})

describe('matching', () => {
  async function mixed() {
    const made = []
    for (let at = 0; at < 4; at += 1) made.push(await paid({ merchant_reference: `mixed-${bloom.merchant}-${at}` }))
    const [one, two, three] = made
    if (!one || !two || !three) throw new Error('four payments')
    return fileOf([
      lineOf(one),
      { ...lineOf(two), gross: 10_005 },
      lineOf(one),
      { reference: `mixed-${bloom.merchant}-2`, gross: 10_000 },
      { reference: 'nobody', gross: 700 },
      { payment: `prior_${made[3]?.id}`, gross: 10_000, fees: 100 },
    ])
  }
  const outcome = async (file: { id: string }) => ({
    lines: (await linesOf(file)).map(({ matched }) => matched),
    differences: (await found()).map(({ type }) => type),
    balances: [await balance(20), await balance(21), await balance(50)],
    reconciled: await isReconciled(file),
  })
  const whole = {
    lines: ['EXACT', 'EXACT', 'TWICE', 'FUZZY', 'NONE', 'EXACT'],
    differences: ['AMOUNT', 'TWICE', 'UNKNOWN', 'COST'],
    balances: [4 * 10_000 - 3 * 68 - 100 + 5 + 9_932 + 686, -(5 + 9_932 + 686), 3 * 68 + 100],
    reconciled: true,
  }

  it('that is killed anywhere and run again ends the same', async () => {
    const file = await handIn(await mixed())
    let deaths = 0
    for (let nth = 0; nth < 20; nth += 1) {
      const died = await match(file, dyingAt(house.databases, nth)).then(
        () => false,
        () => true,
      )
      if (!died) break
      deaths += 1
    }
    expect(deaths).toBeGreaterThan(3)
    expect(await outcome(file)).toEqual(whole)
  })

  it('by three at once, and of a file that is read and matched again, ends the same', async () => {
    const file = await handIn(await mixed())
    await Promise.all([match(file), reconciliationJob(house.databases).run(now), match(file)])
    expect(await outcome(file)).toEqual(whole)
    const staff: Actor = { ...engineActor(bloom.merchant, 'system'), psp: true }
    await asProvider((trx) => readSettlementFile(trx, staff, settlement, { file: file.id }))
    await readLines({ databases: house.databases, masterKey: house.database.masterKey }, file)
    await match(file)
    expect(await outcome(file)).toEqual(whole)
  })

  it('goes through a file in steps, also by the ids of the gateway alone, and one of them twice is there twice', async () => {
    const made = []
    for (let at = 0; at < 4; at += 1) made.push(await paid())
    const [first] = made
    const rows = [...made, first].map((payment) => ({ payment: `prior_${payment?.id}`, gross: 10_000 }))
    const file = await handIn(fileOf([{ payment: 'prior_nobody', gross: 700 }, ...rows]))
    await matchFile(house.databases, file, now, 2)
    expect(await outcome(file)).toMatchObject({
      lines: ['NONE', 'EXACT', 'EXACT', 'EXACT', 'EXACT', 'TWICE'],
      differences: ['UNKNOWN', 'TWICE'],
      reconciled: true,
    })
  })

  it('tries each file in turn, so that many that wait hold up no others', async () => {
    const unbooked = await house.make.transaction(bloom, { created_at: now })
    const waiting = await handIn(fileOf([lineOf(unbooked)]))
    const other = await handIn(fileOf([{ type: 'Payout', gross: -1 }], 2))
    const job = reconciliationJob(house.databases, 1)
    for (let run = 0; run < 4; run += 1) await job.run(now)
    expect([await isReconciled(waiting), await isReconciled(other)]).toEqual([false, true])
    await house.post()
    for (let run = 0; run < 4; run += 1) await job.run(now)
    expect(await isReconciled(waiting)).toBe(true)
  })

  it('does not begin again with a file that is closed', async () => {
    const file = await handIn(fileOf([lineOf(await paid())]))
    await match(file)
    const staff: Actor = { ...engineActor(bloom.merchant, 'system'), psp: true }
    const closed = {
      ...{ file: file.id, bank_reference: 'B-1' },
      received: [{ currency_code: 'EUR', amount: 9_932 }],
    }
    await asProvider((trx) => closeSettlementFile(trx, staff, settlement, closed, now))
    await expect(
      asProvider((trx) => readSettlementFile(trx, staff, settlement, { file: file.id })),
    ).rejects.toMatchObject({ code: 'file_closed' })
    expect(await isReconciled(file)).toBe(true)
  })

  it('finds what a second file says again, also one of another settlement of the account', async () => {
    const one = await paid()
    const second = await house.make.processorSettlement(bloom.merchant)
    const files = [await handIn(fileOf([lineOf(one)])), await handIn(fileOf([lineOf(one)], 2), second)]
    await Promise.all(files.map((file) => match(file)))
    expect((await found()).map(({ type }) => type)).toEqual(['TWICE'])
  })
})

describe('a decision', () => {
  const person = (): Actor => ({
    ...engineActor(bloom.merchant, 'system'),
    ...{ kind: 'user', id: randomUUID(), name: 'Eva', psp: true, scope: { merchant: null } },
  })
  const idOf = async (type: string): Promise<string> =>
    String(
      (
        await house.rows(`select id from reconciliation_difference where merchant_id = $1 and type = $2`, [
          bloom.merchant,
          type,
        ])
      )[0]?.['id'],
    )
  const decide = async (type: string, status: 'LINKED' | 'CLAIMED' | 'CORRECTED' | 'WRITTEN_OFF', subject?: string) => {
    const difference = await idOf(type)
    return asProvider((trx) =>
      resolveDifference(trx, person(), settlement, { difference, status, reason: 'So it is', subject }, now),
    )
  }
  const approve = async (type: string) => {
    const difference = await idOf(type)
    return asProvider((trx) => approveWriteOff(trx, person(), settlement, { difference }))
  }
  const balances = async () => [await balance(20), await balance(21), await balance(50)]

  it('links a line to the payment that it is of, with what then differs', async () => {
    const one = await paid({ amount: 1_000 })
    const file = await handIn(fileOf([{ reference: 'nobody', gross: 1_005, fees: 19 }]))
    await match(file)
    expect((await found()).map(({ type }) => type)).toEqual(['UNKNOWN'])
    await decide('UNKNOWN', 'LINKED', one.id)
    expect((await found()).map(({ type, status, said, expected }) => [type, status, said, expected])).toEqual([
      ['AMOUNT', 'OPEN', 1_005, 1_000],
      ['COST', 'OPEN', 19, 16],
      ['UNKNOWN', 'LINKED', 986, 0],
    ])
    expect(await linesOf(file)).toEqual([{ line: 2, matched: 'HAND', subject: one.id }])
    expect(await balances()).toEqual([1_005 - 19, -5, 19])
    await decide('AMOUNT', 'CORRECTED')
    await decide('COST', 'CLAIMED')
    expect(await balances()).toEqual([1_000 - 16, 0, 16])
  })

  it('of another merchant’s payment is refused', async () => {
    const other = await house.make.merchant({ currency_code: 'EUR' })
    const foreign = await house.make.transaction(other, { created_at: now })
    await house.post()
    await match(await handIn(fileOf([{ reference: 'nobody', gross: 1_000 }])))
    await expect(decide('UNKNOWN', 'LINKED', foreign.id)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('that was claimed can still be written off, and not be decided twice at once', async () => {
    const one = await paid({ amount: 1_000 })
    await match(await handIn(fileOf([{ ...lineOf(one), gross: 900, fees: 16 }])))
    await decide('AMOUNT', 'CLAIMED')
    expect(await balances()).toEqual([984, 0, 16])
    const both = await Promise.allSettled([decide('AMOUNT', 'WRITTEN_OFF'), decide('AMOUNT', 'WRITTEN_OFF')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await balances()).toEqual([884, 0, 16])
    expect((await verifyLedger(house.databases.provider, () => now))?.examples).toEqual([])
  })

  it('ends the wish to write off, so that nobody approves it after another decision', async () => {
    const one = await paid()
    await match(await handIn(fileOf([{ ...lineOf(one), gross: 100 }])))
    await decide('AMOUNT', 'WRITTEN_OFF')
    await decide('AMOUNT', 'CLAIMED')
    await expect(approve('AMOUNT')).rejects.toMatchObject({ code: 'difference_over' })
    await decide('AMOUNT', 'WRITTEN_OFF')
    await approve('AMOUNT')
    expect((await found())[0]).toMatchObject({ type: 'AMOUNT', status: 'WRITTEN_OFF' })
  })

  it('of two currencies leaves nothing in either, and needs two persons when one of them is large', async () => {
    const one = await paid()
    await match(await handIn(fileOf([{ ...lineOf(one), gross: 20, fees: 0, currency: 'USD' }])))
    await decide('CURRENCY', 'WRITTEN_OFF')
    expect((await found())[0]).toMatchObject({ type: 'CURRENCY', status: 'OPEN' })
    await approve('CURRENCY')
    const left = await house.rows(
      `select code, currency_code, sum(debit - credit)::int as sum from ledger_balance where merchant_id = $1 and code in (20, 21)
        group by 1, 2 having sum(debit - credit) <> 0`,
      [bloom.merchant],
    )
    expect(left).toEqual([{ code: 20, currency_code: 'USD', sum: 20 }])
  })

  it('about what is missing is overtaken by its line, unless it was written off', async () => {
    const [known, late, given] = [await paid(), await paid({ amount: 2_000 }), await paid({ amount: 3_000 })]
    await match(await handIn(fileOf([lineOf(known)])))
    await house.clockTo(new Date(now.getTime() + 12 * 86_400_000).toISOString())
    await closeDays(house.databases.provider)
    const through = (await closedThrough(house.databases.provider)) ?? ''
    const isToLookAt = async () =>
      (await settlementsToLookAt(house.databases, through)).some(({ id }) => id === settlement)
    expect(await isToLookAt()).toBe(true)
    await Promise.all([1, 2].map(() => reconciliationJob(house.databases).run(now)))
    expect(await isToLookAt()).toBe(false)
    expect((await found()).map(({ type, expected }) => [type, expected])).toEqual([
      ['MISSING', 1_978],
      ['MISSING', 2_973],
    ])
    const ofGiven = (
      await house.rows(`select id from reconciliation_difference where subject_id = $1`, [given.id])
    )[0]?.['id'] as string
    const owed = await balance(20)
    const writtenOff = { difference: ofGiven, status: 'WRITTEN_OFF' as const, reason: 'It never came' }
    await asProvider((trx) => resolveDifference(trx, person(), settlement, writtenOff, now))
    expect([await balance(20), await balance(21)]).toEqual([owed - 2_973, 0])
    await match(await handIn(fileOf([lineOf(late), lineOf(given)], 2)))
    expect((await found()).map(({ type, status, said }) => [type, status, said])).toEqual([
      ['LATE', 'LINKED', 2_000],
      ['AMOUNT', 'OPEN', 3_000],
      ['LATE', 'LINKED', 3_000],
      ['MISSING', 'LINKED', 0],
      ['MISSING', 'WRITTEN_OFF', 0],
    ])
    expect(await balance(20)).toBe(owed)
    expect((await verifyLedger(house.databases.provider, () => now))?.examples).toEqual([])
  })

  it('about what is missing is of no day after the one on which its file was received', async () => {
    const one = await paid()
    await match(
      await handIn(fileOf([lineOf(one), { type: 'Payout', gross: -9_932, at: new Date('9999-12-31T12:00:00Z') }])),
    )
    const through = (await closedThrough(house.databases.provider)) ?? ''
    const later = new Date(`${plusDays(through, 5)}T12:00:00Z`)
    await house.clockTo(later.toISOString())
    await paid({ created_at: later })
    await house.clockTo(new Date(later.getTime() + 15 * 86_400_000).toISOString())
    await closeDays(house.databases.provider)
    await reconciliationJob(house.databases).run(now)
    expect(await found()).toEqual([])
  })
})

describe('differences that are open', () => {
  const asStaff = (): Actor => ({ ...engineActor(bloom.merchant, 'system'), psp: true, roles: ['PSP_ALL'] })
  const ageing = () =>
    inTransaction(house.databases, asStaff(), (trx) => differenceAgeing(trx, asStaff()), { as: 'provider' })
  const listed = (query: Record<string, string>) =>
    inTransaction(
      house.databases,
      asStaff(),
      (trx) =>
        listDifferences(trx, asStaff(), settlement, listDifferencesSchemas.query.parse({ status: 'OPEN', ...query })),
      { as: 'provider' },
    )

  it('are counted and added up by age and currency, and each sum is that of its list', async () => {
    const [less, more] = [await paid({ amount: 5_000 }), await paid({ amount: 7_000 })]
    await match(
      await handIn(
        fileOf([
          { ...lineOf(less), gross: 4_800, fees: 39 },
          { ...lineOf(more), fees: 151 },
          { reference: 'nobody', gross: 900, fees: 0 },
        ]),
      ),
    )
    const days = [3, 20, 60, 200]
    const all = await house.rows<{ id: string }>(
      'select id from reconciliation_difference where merchant_id = $1 order by id',
      [bloom.merchant],
    )
    await house.rows('alter table reconciliation_difference disable trigger written_once')
    for (const [at, { id }] of all.entries())
      await house.rows(
        `update reconciliation_difference set created_at = engine_now() - make_interval(days => $2) where id = $1`,
        [id, days[at] ?? 0],
      )
    await house.rows('alter table reconciliation_difference enable trigger written_once')
    const found = await ageing()
    expect(found).toMatchObject([{ processor_settlement: settlement, currency_code: 'EUR' }])
    const ages = found[0]?.ages ?? []
    expect(ages.map(({ age, count }) => [age, count])).toEqual([
      ['UP_TO_7', 1],
      ['UP_TO_30', 1],
      ['UP_TO_90', 1],
    ])
    // 2.00 too little, 1.00 more fees, 9.00 of nobody.
    expect(ages.map(({ unexplained }) => unexplained).sort()).toEqual([-200n, -100n, 900n].sort())
    for (const { age, count } of ages) expect((await listed({ age, currency_code: 'EUR' })).count).toBe(count)
    expect((await listed({ age: 'OVER_90' })).count).toBe(0)
    expect((await listed({ currency_code: 'USD' })).count).toBe(0)
    // Fees that differ are a cost already.
    expect(await balance(21)).toBe(200 - 900)
  })

  it('of currencies leave unexplained what came and what did not, each in its own currency and its own list', async () => {
    const [less, other] = [await paid({ amount: 5_000 }), await paid({ amount: 2_000 })]
    await match(
      await handIn(
        fileOf([
          { ...lineOf(less), gross: 4_800, fees: 39 },
          { ...lineOf(other), currency: 'USD' },
        ]),
      ),
    )
    const said = (await ageing()).map(({ currency_code, ages: [age] }) => [currency_code, age?.count, age?.unexplained])
    const fees = 10 + Math.round(2_000 * 0.0058)
    expect(said).toEqual([
      ['EUR', 2, BigInt(-200 - 2_000 + fees)],
      ['USD', 1, BigInt(2_000 - fees)],
    ])
    expect((await listed({ currency_code: 'EUR' })).count).toBe(2)
    expect((await listed({ currency_code: 'USD' })).differences).toMatchObject([{ type: 'CURRENCY' }])
  })
})

describe('a file that is late', () => {
  const mails = () => house.rows(`select id from mail where template = 'late_file'`)
  const job = () =>
    lateFilesJob({
      ...{ databases: house.databases, masterKey: house.database.masterKey, nudgeMail: () => {} },
      wall: { now: () => new Date() },
    }).run(new Date())

  it('is mailed once to each of those who may change processor settlements, and again only for the next one', async () => {
    await house.make.user({ name: 'Eva', roles: ['PSP_PROCESSOR_SETTLEMENT_UPDATE'] })
    await house.make.user({ name: 'Reader', roles: ['PSP_PROCESSOR_SETTLEMENT_LIST'] })
    await house.make.user({ merchant: bloom.merchant, name: 'Owner', roles: ['USER_ALL'] })
    const [{ now } = { now: '' }] = await house.rows<{ now: string }>('select engine_now()::text as now')
    const made = (ago: number, expected_every_days?: number) =>
      house.make.processorSettlement(bloom.merchant, {
        created_at: new Date(Date.parse(now) - ago * 86_400_000),
        ...(expected_every_days && { expected_every_days }),
      })
    const late = await made(3, 2)
    await made(3, 4)
    await made(300)
    await Promise.all([job(), job()])
    expect(await mails()).toHaveLength(1)
    await job()
    expect(await mails()).toHaveLength(1)
    // Its file comes, and the next one is late too.
    await house.rows(
      `insert into processor_settlement_file (merchant_id, id, processor_settlement_id, received_at, name, content, sha256, uploaded_by, is_proof, status)
        values ($1, $2, $3, engine_now() - interval '60 hours', 'x.csv', 'x', sha256('late'), 'Eva', false, 'READ')`,
      [bloom.merchant, randomUUID(), late],
    )
    await job()
    await job()
    expect(await mails()).toHaveLength(2)
  })
})
