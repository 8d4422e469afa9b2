import { randomUUID } from 'node:crypto'
import { type LedgerKind, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { sapEvents, takesCostCenter } from '@kontor/contract/sap/sap.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../test/money/ledger-house.ts'
import { closeDays } from '../ledger/closing/close-days.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { acknowledgeSapBatch } from './acknowledge-sap-batch.ts'
import { linesOf } from './batch-lines.ts'
import { createSapBatches } from './create-sap-batches.ts'
import { createSapMapping } from './create-sap-mapping.ts'
import { getSapBatchLines } from './get-sap-batch-lines.ts'
import { makeBatch } from './make-batch.ts'
import { rejectSapBatch } from './reject-sap-batch.ts'
import { sapBatchesJob } from './sap-batches-job.ts'
import type { GivenSapMapping } from './sap-mappings.ts'
import { takeSapBatchFile } from './take-sap-batch-file.ts'
import { updateSapConnection } from './update-sap-connection.ts'
import { updateSapMapping } from './update-sap-mapping.ts'

let house: LedgerHouse
let bloom: MadeMerchant
/** What becomes of batches that are asked for before there is a ledger. */
let tooEarly: unknown
const ada: Actor = {
  ...{ kind: 'user', id: randomUUID(), name: 'Ada', psp: true, roles: ['PSP_ALL'] },
  ...{ scope: { merchant: null }, time_zone: 'UTC' },
}
const now = () => new Date('2055-01-14T10:00:00Z')
const by = <T>(run: (trx: Trx) => Promise<T>): Promise<T> => house.by(ada, run)
const connection = {
  ...{ company_code: 'KNTR', chart_of_accounts: 'INT', currency_code: 'EUR', document_type: 'SA' },
  ...{ frequency: 'MANUAL' as const, since: null },
}
const connect = (given: Partial<Parameters<typeof updateSapConnection>[1]> = {}) =>
  by((trx) => updateSapConnection(trx, { ...connection, ...given }))
const create = (through?: string) => by((trx) => createSapBatches(trx, ada, { through }, now()))
const take = (id: string, format: 'CSV' | 'SAP' = 'CSV') =>
  by((trx) => takeSapBatchFile(trx, ada, id, { format }, now()))
const map = (event: LedgerKind, given: Partial<GivenSapMapping> = {}) =>
  by((trx) =>
    createSapMapping(
      trx,
      {
        ...{ event, merchant: null, currency_code: null, cost_center: null, tax_code: null },
        ...{ debit_account: `1${ledgerKinds[event].debit}`, credit_account: `2${ledgerKinds[event].credit}`, ...given },
      },
      now(),
    ),
  )
const batches = () =>
  house.rows<{ id: string; number: number; from: string; through: string; status: string; transfers: string }>(
    `select id, number, lower(covers)::text as from, (upper(covers) - 1)::text as through, status, transfers from sap_batch
     order by number`,
  )
const csvOf = (content: string) => {
  const [head = '', ...rows] = content.trimEnd().split('\r\n')
  const names = head.split(',')
  return rows.map((row) => Object.fromEntries(row.split(',').map((value, at) => [names[at] ?? '', value])))
}

/** Payments on days of three weeks around the end of a month. */
beforeAll(async () => {
  house = await openLedgerHouse()
  bloom = await house.make.merchant({ currency_code: 'EUR', name: 'Bloom' })
  await workedPrices(house.make, [bloom.merchant])
  const payOn = async (day: string, amount: number) => {
    await house.clockTo(`${day}T09:00:00Z`)
    if (day === '2054-12-21') {
      tooEarly = await create().catch((error: unknown) => error)
      await house.open()
    }
    await house.make.transaction(bloom, { amount, payment_product: 'ideal' })
    await house.post()
  }
  for (const [day, amount] of [
    ['2054-12-21', 4_995],
    ['2054-12-31', 12_000],
    ['2055-01-01', 7_550],
    ['2055-01-09', 3_333],
  ] as const)
    await payOn(day, amount)
  await house.clockTo('2055-01-14T09:00:00Z')
  await house.post()
  await closeDays(house.databases.provider)
})
afterAll(() => house.stop())

describe('batches for SAP', () => {
  it('need an open ledger, a company code, and days that are closed', async () => {
    expect(tooEarly).toMatchObject({ code: 'ledger_not_open' })
    await expect(create()).rejects.toMatchObject({ code: 'sap_not_connected' })
    await connect({ since: '2054-12-22' })
    await expect(create('2055-01-14')).rejects.toMatchObject({ details: { 'body.through': 'day_open' } })
    await connect()
  })

  it('have every transfer of closed days exactly once, and never two months, also when two make them at once', async () => {
    await Promise.allSettled([create('2055-01-05'), create('2055-01-05')])
    expect(await batches()).toMatchObject([
      { number: 1, from: '2054-12-21', through: '2054-12-31', status: 'CREATED' },
      { number: 2, from: '2055-01-01', through: '2055-01-05', status: 'CREATED' },
    ])
    await expect(create('2055-01-05')).rejects.toMatchObject({ code: 'sap_nothing_to_send' })
    const inBatches = await house.one(`select sum(count)::int as n, sum(amount)::text as amount from sap_batch_sum`)
    const inLedger = await house.one(`select count(*)::int as n, sum(amount)::text as amount from ledger_transfer
      where business_day <= '2055-01-05'`)
    expect(inBatches).toEqual(inLedger)
  })

  it('are made by the engine for each closed day with transfers, as often as it runs', async () => {
    await connect({ frequency: 'DAILY' })
    const job = sapBatchesJob(house.databases)
    await Promise.all([job.run(now()), job.run(now())])
    await job.run(now())
    const days = await house.rows<{ day: string }>(`select distinct business_day::text as day from ledger_transfer
      where business_day between '2055-01-06' and '2055-01-13' order by 1`)
    expect((await batches()).slice(2).map(({ from, through }) => [from, through])).toEqual(
      days.map(({ day }) => [day, day]),
    )
    expect(await house.one(`select sum(count)::int as n from sap_batch_sum`)).toEqual(
      await house.one(`select count(*)::int as n from ledger_transfer where business_day <= '2055-01-13'`),
    )
    await connect({ frequency: 'MONTHLY' })
    expect(await by((trx) => makeBatch(trx, { frequency: 'MONTHLY', by: null, now: now() }))).toBeUndefined()
  })

  it('keep their first day once there is one', async () => {
    await expect(connect({ since: '2054-12-02' })).rejects.toMatchObject({ code: 'sap_since_kept' })
  })

  it('cannot overlap, have open days or two months, or be changed, whoever writes', async () => {
    const insert = (covers: string, number = 100) =>
      house.rows(`insert into sap_batch (id, created_at, number, covers, transfers)
        values (gen_random_uuid(), now(), ${number}, '${covers}', 1)`)
    const next = (await batches()).length + 1
    await expect(insert('[2055-02-10,2055-02-11)', next)).rejects.toMatchObject({ constraint: 'sap_batch_follows' })
    await expect(insert('[2055-01-12,2055-01-13)', next + 1)).rejects.toMatchObject({ constraint: 'sap_batch_follows' })
    await expect(insert('[2054-12-21,2054-12-22)', next)).rejects.toThrow()
    await expect(house.rows(`update sap_batch set covers = '[2020-01-01,2020-01-02)'`)).rejects.toThrow(/written once/)
    await expect(house.rows(`update sap_batch_sum set amount = amount + 1`)).rejects.toThrow(/written once/)
    await expect(house.rows('delete from sap_batch')).rejects.toThrow(/written once/)
  })
})

describe('sending a batch', () => {
  let id: string
  let mapped: string
  beforeAll(async () => {
    id = (await batches())[0]?.id ?? ''
    await connect()
  })

  it('is refused while an event has no accounts, and says which', async () => {
    mapped = await map('capture')
    const { unmapped, is_frozen } = await getSapBatchLines(house.databases.provider, id)
    const missing = await house.rows<{ name: string }>(
      `select distinct k.name from sap_batch_sum s join ledger_kind k using (kind) where batch_id = $1 and k.name <> 'capture'`,
      [id],
    )
    expect(is_frozen).toBe(false)
    expect(unmapped.map(({ event }) => event).sort()).toEqual(missing.map(({ name }) => name).sort())
    await expect(take(id)).rejects.toMatchObject({ code: 'sap_unmapped' })
    expect((await batches())[0]?.status).toBe('CREATED')
    // The database holds the same.
    await house.rows(`insert into sap_sending (batch_id, number, at, by_name, company_code, currency_code, document_type)
      values ('${id}', 1, now(), 'x', 'KNTR', 'EUR', 'SA')`)
    const send = `update sap_batch set status = 'SENT', sendings = 1 where id = '${id}'`
    await expect(house.rows(send)).rejects.toMatchObject({ constraint: 'sap_batch_sent_whole' })
    await house.rows('alter table sap_sending disable trigger written_once')
    await house.rows('delete from sap_sending')
    await house.rows('alter table sap_sending enable trigger written_once')
  })

  it('gives every booking twice, debit and credit, with the cost center on accounts of profit and loss alone', async () => {
    for (const event of sapEvents.filter((each) => each !== 'capture'))
      await map(event, takesCostCenter(event) ? { cost_center: 'CC100', tax_code: 'V1' } : {})
    const { name, content } = await take(id)
    expect(name).toBe('KONTOR-000001.csv')
    const lines = csvOf(content)
    const sum = (side: string) =>
      lines.filter((line) => line['debit_credit'] === side).reduce((all, { amount }) => all + Number(amount), 0)
    expect(sum('D')).toBeCloseTo(sum('C'))
    const ledger = await house.one<{ amount: string }>(`select sum(amount)::text as amount from ledger_transfer
      where business_day <= '2054-12-31'`)
    expect(Math.round(sum('D') * 100)).toBe(Number(ledger.amount))
    expect(lines.filter(({ event }) => event === 'capture')).toMatchObject([
      { debit_credit: 'D', gl_account: '120', cost_center: '', amount: '169.95', transfers: '2', currency: 'EUR' },
      { debit_credit: 'C', gl_account: '230', cost_center: '', amount: '169.95', posting_date: '2054-12-31' },
    ])
    expect(lines.filter(({ event }) => event === 'fee')).toMatchObject([
      { debit_credit: 'D', cost_center: '', tax_code: '' },
      { debit_credit: 'C', cost_center: 'CC100', tax_code: 'V1' },
    ])
    expect((await batches())[0]?.status).toBe('SENT')
  })

  it('gives the same lines again, in both formats, when the accounts have changed since', async () => {
    const before = (await take(id)).content
    await by((trx) =>
      updateSapMapping(trx, mapped, {
        ...{ event: 'capture', merchant: null, currency_code: null, debit_account: '999', credit_account: '998' },
        ...{ cost_center: null, tax_code: null },
      }),
    )
    expect((await take(id)).content).toBe(before)
    const { name, content } = await take(id, 'SAP')
    expect(name).toBe('KONTOR-000001.txt')
    const [head, item, first, ...items] = content
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split('\t'))
    expect(head?.[2]).toBe('BUKRS')
    expect(item?.[5]).toBe('HKONT')
    expect(first).toEqual([
      ...['H', '1', 'KNTR', 'SA', '20541231', '20541231', 'EUR', 'EUR', 'KONTOR-000001', 'KONTOR-000001 1'],
    ])
    expect(items[0]).toEqual(['P', '1', '1', '40', 'S', '120', '169.95', 'EUR', '', '', 'KONTOR-000001', 'capture'])
  })

  it('is answered once; what SAP refused is sent again with the accounts of that moment', async () => {
    await by((trx) => rejectSapBatch(trx, ada, id, { reason: 'Account 120 is locked' }, now()))
    const again = () => by((trx) => rejectSapBatch(trx, ada, id, { reason: 'Twice' }, now()))
    await expect(again()).rejects.toMatchObject({ code: 'sap_batch_not_sent' })
    const both = await Promise.all([take(id), take(id)])
    expect(both[0]?.content).toBe(both[1]?.content)
    expect(csvOf(both[0]?.content ?? '')[0]).toMatchObject({ gl_account: '999' })
    await by((trx) => acknowledgeSapBatch(trx, ada, id, { sap_reference: '4900000012' }, now()))
    await expect(again()).rejects.toMatchObject({ code: 'sap_batch_not_sent' })
    const { sendings } = await getSapBatchLines(house.databases.provider, id)
    expect(sendings).toMatchObject([
      { number: 2, answer: 'ACKNOWLEDGED', sap_reference: '4900000012' },
      { number: 1, answer: 'REJECTED', reason: 'Account 120 is locked' },
    ])
    expect(await house.one(`select count(*)::int as n from sap_line where sending = 2`)).toEqual(
      await house.one(`select count(*)::int as n from sap_line where sending = 1`),
    )
  })

  it('takes the accounts of the merchant before those of the currency, and those before the ones for all', async () => {
    const second = (await batches())[1]?.id ?? ''
    const account = async () => {
      const { lines } = await getSapBatchLines(house.databases.provider, second)
      return lines.find(({ event, side }) => event === 'fee' && side === 'D')?.gl_account
    }
    expect(await account()).toBe('130')
    await map('fee', { currency_code: 'EUR', debit_account: 'EUR1' })
    expect(await account()).toBe('EUR1')
    await map('fee', { merchant: bloom.merchant, debit_account: 'BLOOM' })
    expect(await account()).toBe('BLOOM')
    await map('fee', { merchant: bloom.merchant, currency_code: 'EUR', debit_account: 'BOTH' })
    await map('fee', { merchant: bloom.merchant, currency_code: 'USD', debit_account: 'NEVER' })
    expect(await account()).toBe('BOTH')
    await expect(map('fee', { merchant: bloom.merchant })).rejects.toMatchObject({ code: 'sap_mapping_exists' })
  })

  it('refuses a cost center for an event without profit or loss, and a merchant that does not exist', async () => {
    const payout = { merchant: bloom.merchant, cost_center: 'CC1' }
    await expect(map('payout', payout)).rejects.toMatchObject({ details: { 'body.cost_center': 'not_of_event' } })
    await expect(map('payout', { merchant: randomUUID() })).rejects.toMatchObject({
      details: { 'body.merchant': 'not_found' },
    })
  })
})

it('a document of SAP has one currency and at most 999 items, and is balanced', () => {
  const sums = Array.from({ length: 1_000 }, (_, at) => ({
    ...{
      event: 'fee' as const,
      currency_code: at < 600 ? 'EUR' : 'USD',
      debit_account: `D${at}`,
      credit_account: `C${at}`,
    },
    ...{ cost_center: null, tax_code: null, count: 1, amount: BigInt(at + 1) },
  }))
  const lines = linesOf(sums)
  expect(lines).toHaveLength(2_000)
  const documents = Map.groupBy(lines, ({ document }) => document)
  expect([...documents.values()].map((items) => items.length)).toEqual([998, 202, 800])
  for (const items of documents.values()) {
    expect(new Set(items.map(({ currency_code }) => currency_code)).size).toBe(1)
    expect(items.reduce((sum, { side, amount }) => sum + (side === 'D' ? amount : -amount), 0n)).toBe(0n)
  }
})

it('the role of merchants reads nothing of it', async () => {
  for (const table of ['sap_connection', 'sap_mapping', 'sap_batch', 'sap_batch_sum', 'sap_sending', 'sap_line']) {
    const reading = house.databases.provider.transaction().execute(async (trx) => {
      await sql`set local role kontor_merchant`.execute(trx)
      await sql`select from ${sql.table(table)}`.execute(trx)
    })
    await expect(reading).rejects.toThrow(/permission denied/)
  }
})
