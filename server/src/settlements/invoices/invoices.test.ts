import { createHash } from 'node:crypto'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../../test/money/ledger-house.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { oneOffsJob } from '../one-offs/one-offs-job.ts'
import { runSettlements } from '../runs/run-settlements.ts'
import { creditInvoice } from './credit-invoice.ts'
import { invoiceFile } from './files/invoice-file.ts'
import { invoiceSource } from './invoice.rows.ts'
import { invoiceDocument } from './invoice-document.ts'
import { issueInvoice } from './issue-invoice.ts'
import { runInvoices, type Stopped } from './run-invoices.ts'
import { setInvoiceParticulars } from './set-invoice-particulars.ts'

let house: LedgerHouse
let bloom: MadeMerchant
let belgian: MadeMerchant
let american: MadeMerchant
const staff: Actor = { ...engineActor('', 'system'), kind: 'user', name: 'Pim', psp: true, scope: { merchant: null } }
const now = new Date('2055-01-01T06:00:00Z')

/** The worked example of December 2054, and merchants of two other countries. */
beforeAll(async () => {
  house = await openLedgerHouse()
  const { make } = house
  bloom = await make.merchant({ name: 'Bloom', currency_code: 'EUR' })
  belgian = await make.merchant({ name: 'Gand', currency_code: 'EUR' })
  american = await make.merchant({ name: 'Boston', currency_code: 'EUR' })
  await house.rows(`update merchant set country_code = 'BE', vat_number = 'BE0123456789' where id = $1`, [
    belgian.merchant,
  ])
  await house.rows(`update merchant set country_code = 'US' where id = $1`, [american.merchant])
  await house.rows(
    `update organisation set street = 'Lange Brugsteeg', street_number = '4', postal_code = '1012 GB',
    locality = 'Amsterdam' where merchant_id = $1`,
    [bloom.merchant],
  )
  await workedPrices(make, [bloom.merchant, belgian.merchant, american.merchant])
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  await playWorkedExample()
  await house.clockTo('2055-01-01T05:00:00Z')
  await closeDays(house.databases.provider)
  await settle()
})
afterAll(() => house.stop())

async function playWorkedExample(): Promise<void> {
  const { make } = house
  const on = async (day: number) => {
    await house.post()
    await house.clockTo(`2054-12-${String(day).padStart(2, '0')}T09:00:00Z`)
  }
  const card = (amount: number, brand: string, issuer: string, holder: 'consumer' | 'commercial') =>
    make.transaction(bloom, {
      ...{ amount, payment_product: 'card', card_brand: brand, card_issuer_country: issuer, card_holder: holder },
    })
  const of = (amount: number, payment_product: string, shop = bloom) =>
    make.transaction(shop, { amount, payment_product })
  await of(4_995, 'ideal')
  await of(10_000, 'paypal', belgian)
  await of(10_000, 'paypal', american)
  const refunded = await card(12_000, 'visa', 'NL', 'consumer')
  await on(8)
  const disputed = await card(7_550, 'mastercard', 'NL', 'commercial')
  await card(20_000, 'visa', 'US', 'consumer')
  await on(9)
  await card(3_333, 'amex', 'NL', 'consumer')
  await card(250_000, 'visa', 'NL', 'consumer')
  await of(6_000, 'paypal')
  await make.refund(bloom, refunded, { amount: 4_000, status: 'PROCESSED' })
  await on(10)
  await make.chargeback(bloom, disputed, { amount: 7_550 })
  await on(11)
  await of(1_500, 'sepa_debit')
  await on(14)
  await make.oneOff(bloom.merchant, { amount: -995, vat: false, date: '2054-12-14', status: 'APPROVED' })
  await oneOffsJob(house.databases).run(new Date('2054-12-14T10:00:00Z'))
  await house.post()
}

const settle = () => runSettlements({ databases: house.databases, now: () => now, onProblem: () => {} })
const at = () => ({ databases: house.databases, masterKey: house.database.masterKey })
const run = async () => {
  const problems: unknown[] = []
  await runInvoices({ ...at(), now: () => now, onProblem: (error) => problems.push(error) })
  expect(problems).toEqual([])
}
interface Kept {
  id: string
  merchant_id: string
  number: string
  kind: string
  content: string
  sha256: string
  net: string
  total: string
}
const invoices = (merchant?: string) =>
  house.rows<Kept>('select * from invoice where $1::uuid is null or merchant_id = $1 order by number', [merchant])
const documentOf = async (merchant: string, at = 0): Promise<InvoiceDocument> =>
  JSON.parse((await invoices(merchant))[at]?.content ?? '{}')
const rowOf = (id: string, actor: Actor = staff) =>
  inTransaction(house.databases, actor, (trx) => requireRow(invoiceSource, trx, actor, id))
const credit = (id: string, reason = 'The address was wrong') =>
  inTransaction(house.databases, staff, (trx) =>
    creditInvoice(trx, staff, id, { reason }, now, house.database.masterKey),
  )

describe('invoices', () => {
  it('wait until the provider has said what stands on them', async () => {
    await run()
    expect(await invoices()).toEqual([])
    await inTransaction(house.databases, staff, (trx) =>
      setInvoiceParticulars(trx, {
        ...{ legal_name: 'Kontor B.V.', address: 'Keizersgracht 1', postal_code: '1015 CJ', locality: 'Amsterdam' },
        ...{ chamber_of_commerce: '12345678', vat_number: 'NL123456789B01' },
      }),
    )
  })

  it('are issued in turns, and one that cannot be issued holds up none behind it', async () => {
    const failed: string[] = []
    const turn = (after: Stopped | undefined, when = () => now) =>
      runInvoices({
        ...{ ...at(), now: when, after, until: () => true },
        onProblem: (_, { merchant_id }) => failed.push(merchant_id),
      })
    const fail = (): Date => {
      throw new Error('no')
    }
    let after: Stopped | undefined
    do after = await turn(after, fail)
    while (after)
    expect(failed).toEqual([bloom, belgian, american].map(({ merchant }) => merchant).sort())
    expect(await house.rows('select from invoice_progress')).toEqual([])
    // Somebody to whom nothing was charged in the end is no failure.
    await house.rows(
      `insert into ledger_vat (merchant_id, book_id, currency_code, month, ppm, fees, vat)
       select merchant_id, book_id, 'USD', month, 0, 0, 0 from ledger_vat where merchant_id = $1 limit 1`,
      [bloom.merchant],
    )
    after = await turn(undefined)
    expect((await invoices()).map(({ merchant_id }) => merchant_id)).toEqual([failed[0]])
    while (after) after = await turn(after)
    expect(await invoices()).toHaveLength(3)
    expect(await house.rows('select invoiced_through::text as day from invoice_progress')).toEqual([
      { day: '2054-12-31' },
    ])
  })

  it('of December of the worked example are 64.50 of fees, 13.55 of VAT and 78.05 in all (money check 3)', async () => {
    await run()
    const document = await documentOf(bloom.merchant)
    expect(document).toMatchObject({
      ...{ net: 6_450, vat_total: 1_355, total: 7_805, due: 0, issued_on: '2055-01-01' },
      ...{ covers_from: '2054-12-01', covers_through: '2054-12-31', currency_code: 'EUR' },
      vat: [{ ppm: 210_000, treatment: 'STANDARD', base: 6_450, amount: 1_355 }],
      provider: {
        name: 'Kontor B.V.',
        chamber_of_commerce: '12345678',
        vat_number: 'NL123456789B01',
        country_code: 'NL',
      },
      merchant: { name: 'Bloom', address: ['Lange Brugsteeg 4', '1012 GB Amsterdam'] },
    })
    expect(document.lines.map(({ price, count, base, amount }) => [price?.number, count, base, amount])).toEqual([
      [1, 1, 6_000, 199],
      [2, 1, 4_995, 32],
      [3, 1, 12_000, 154],
      [4, 1, 7_550, 218],
      [5, 1, 20_000, 660],
      [6, 1, 3_333, 127],
      [7, 1, 1_500, 35],
      [8, 1, 250_000, 2_500],
      [9, 1, 4_000, 25],
      [10, 1, 7_550, 2_500],
    ])
  })

  it('are numbered without gaps, whatever fails on the way and however many are issued at once', async () => {
    const of = { merchant_id: bloom.merchant, currency_code: 'EUR', month: '2054-12-01' }
    await Promise.all([run(), run(), run()])
    const { provider } = house.databases
    expect(await provider.transaction().execute((trx) => issueInvoice(trx, of, { ...at(), now }))).toBeUndefined()
    expect((await invoices()).map(({ number }) => number)).toEqual([
      'KF-2055-000001',
      'KF-2055-000002',
      'KF-2055-000003',
    ])
  })

  it('charge VAT as the ledger did: reversed with both numbers in the European Union, and none outside it', async () => {
    const reversed = await documentOf(belgian.merchant)
    expect(reversed.vat).toEqual([{ ppm: 0, treatment: 'REVERSE_CHARGE', base: 315, amount: 0 }])
    expect([reversed.provider.vat_number, reversed.merchant.vat_number]).toEqual(['NL123456789B01', 'BE0123456789'])
    expect((await documentOf(american.merchant)).vat).toEqual([
      { ppm: 0, treatment: 'OUT_OF_SCOPE', base: 315, amount: 0 },
    ])
  })

  it('say which settlements took them, and are settled once all of it is taken', async () => {
    const [{ id = '' } = {}] = await invoices(bloom.merchant)
    const settled = await house.rows<{ number: string }>(
      'select number from settlement where merchant_id = $1 order by covers limit 2',
      [bloom.merchant],
    )
    const row = await rowOf(id)
    expect([row['status'], row['settled_in'], row['due']]).toEqual(['SETTLED', settled.map(({ number }) => number), 0])
    expect(await documentOf(bloom.merchant)).toMatchObject({ settlements: row['settled_in'], is_settled: true })
  })

  it('never change, not even for the owner of the database, and are their own proof', async () => {
    const [{ content = '', sha256 } = {}] = await invoices(bloom.merchant)
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    for (const statement of [
      'update invoice set total = 0, net = -vat',
      'delete from invoice_book',
      'truncate invoice cascade',
    ])
      await expect(house.rows(statement)).rejects.toThrow('invoices are written once')
  })

  it('are taken back by a credit note once, also by two at once, and the month is invoiced again as it is now', async () => {
    const [{ id = '' } = {}] = await invoices(bloom.merchant)
    await house.rows(
      `update merchant set chamber_of_commerce = '87654321', legal_name = 'Bloom Bloemen B.V.' where id = $1`,
      [bloom.merchant],
    )
    const outcomes = await Promise.allSettled([credit(id), credit(id)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(credit(id)).rejects.toThrow('invoice_credited')
    const kept = await invoices(bloom.merchant)
    expect(kept.map(({ number, kind, total }) => [number, kind, Number(total)])).toEqual([
      ['KF-2055-000001', 'INVOICE', 7_805],
      ['KF-2055-000004', 'CREDIT_NOTE', -7_805],
      ['KF-2055-000005', 'INVOICE', 7_805],
    ])
    expect(await documentOf(bloom.merchant, 1)).toMatchObject({
      credits: { number: 'KF-2055-000001', issued_on: '2055-01-01', reason: 'The address was wrong' },
      vat: [{ base: -6_450, amount: -1_355 }],
    })
    const again = await documentOf(bloom.merchant, 2)
    expect([again.merchant.chamber_of_commerce, again.credits]).toEqual(['87654321', null])
    // What was issued keeps the name that it had.
    const names = await Promise.all([0, 1, 2].map(async (at) => (await documentOf(bloom.merchant, at)).merchant.name))
    expect(names).toEqual(['Bloom', 'Bloom', 'Bloom Bloemen B.V.'])
    expect((await rowOf(id))['status']).toBe('CREDITED')
    await expect(credit(kept[1]?.id ?? '')).rejects.toThrow('invoice_is_credit_note')
    // Together they are what the ledger charged, and a run makes no further one.
    await run()
    expect(await invoices(bloom.merchant)).toHaveLength(3)
  })

  it('have one-offs with VAT, and none without', async () => {
    await house.clockTo('2055-01-05T09:00:00Z')
    await house.make.oneOff(bloom.merchant, {
      amount: -10_000,
      vat: true,
      date: '2055-01-05',
      status: 'APPROVED',
      description: '=1+1',
    })
    await oneOffsJob(house.databases).run(new Date('2055-01-05T10:00:00Z'))
    await house.clockTo('2055-02-01T05:00:00Z')
    await closeDays(house.databases.provider)
    await run()
    const document = await documentOf(bloom.merchant, 3)
    expect(document).toMatchObject({ net: 10_000, vat_total: 2_100, total: 12_100, due: 0, is_settled: false })
    expect(document.lines).toMatchObject([{ kind: 'one_off', text_nl: '=1+1', amount: 10_000, price: null }])
    expect(invoiceFile(document, 'nl')).toContain(`,one_off,'=1+1,,1,,,,,,100.00,`)
    expect(invoiceFile(document, 'nl')).toContain(',vat,Btw 21%,,,100.00,,21,,,21.00,STANDARD')
    const [issued] = (await invoices(bloom.merchant)).slice(-1)
    expect((await rowOf(issued?.id ?? ''))['status']).toBe('ISSUED')
    await settle()
    expect((await rowOf(issued?.id ?? ''))['status']).toBe('SETTLED')
  })

  it('belong to their merchant, and have nothing of what a payment cost', async () => {
    const [{ id = '', content = '' } = {}] = await invoices(bloom.merchant)
    const stranger = engineActor(belgian.merchant, 'system')
    await expect(rowOf(id, stranger)).rejects.toThrow('not_found')
    await expect(inTransaction(house.databases, stranger, (trx) => invoiceDocument(trx, stranger, id))).rejects.toThrow(
      'not_found',
    )
    expect((await rowOf(id, engineActor(bloom.merchant, 'system')))['total']).toBe(7_805)
    expect(content).not.toMatch(/cost|margin|partner/i)
  })
})
