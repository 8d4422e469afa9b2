import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reportColumns, reportOf, settled } from '../../../test/gateways/adyen-settlement-report.ts'
import { faultsInCells } from '../../../test/gateways/other-news.ts'
import { FileUnreadable, type SettlementLine } from '../gateway.ts'
import { adyenSettlements, batchOfReport } from './adyen-settlements.ts'

const credential = { merchant_account: 'KontorNL' }

async function read(csv: string): Promise<SettlementLine[]> {
  const lines: SettlementLine[] = []
  for await (const line of adyenSettlements.read(Buffer.from(csv), credential)) lines.push(line)
  return lines
}
const one = async (fields: Record<string, string>) => (await read(reportOf([{ ...settled, ...fields }])))[0]
const refusal = async (csv: string) => {
  const error = await read(csv).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof FileUnreadable ? [error.why, error.line, error.column] : error
}

describe('a line of Adyen’s Settlement details report', () => {
  it('of another shape moves no money, and leaves none out unseen', async () => {
    const debit = { 'Gross Credit (GC)': '', 'Net Credit (NC)': '', 'Commission (NC)': '0.10' }
    const refund = { ...debit, Type: 'Refunded', 'Gross Debit (GC)': '50.00', 'Net Debit (NC)': '50.99' }
    const dollars = { ...settled, 'Gross Currency': 'USD', 'Gross Credit (GC)': '115.00' }
    const rows = [settled, { ...settled, ...refund, 'Modification Merchant Reference': 'refund-1' }]
    const by = { write: reportOf, read }
    const byHand = 'what is done by hand at Adyen has no reference of its own'
    const unknowable = [{ place: 'Modification Merchant Reference', by: ['null' as const], why: byHand }]
    expect(await faultsInCells(reportColumns, rows, by, unknowable)).toEqual([])
    const why = 'what was paid in another currency adds up with nothing, and a fee that is not charged stands empty'
    const fees = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)']
    const inDollars = fees.map((place) => ({ place, by: ['null' as const], why }))
    expect(await faultsInCells(reportColumns, [dollars], by, inDollars)).toEqual([])
  })

  it('of a payment has its money in minor units, its fees by kind, both references, its batch and its moment', async () => {
    expect(await one({})).toEqual({
      line: 2,
      kind: 'payment',
      type: 'Settled',
      reference: settled['Merchant Reference'],
      payment_id: '8835511210681324',
      id: '8835511210681325',
      batch: '42',
      booked_at: '2026-11-20T10:15:30.000Z',
      currency_code: 'EUR',
      amounts: { gross: 10_000, net: 9_871, interchange: 20, scheme_fees: 9, markup: 60, commission: 40 },
      money: { amount: 10_000, currency_code: 'EUR' },
      source: expect.objectContaining({ Type: 'Settled', 'Payment Method': 'visa' }),
    })
  })

  it('names the order of a capture or refund by the reference of that, not of the payment', async () => {
    expect(await one({ 'Modification Merchant Reference': 'capture-1' })).toMatchObject({ reference: 'capture-1' })
  })

  it.each([
    [
      'Refunded',
      'refund',
      { 'Gross Debit (GC)': '50.00', 'Net Debit (NC)': '50.10', 'Commission (NC)': '0.10' },
      -5_000,
      -5_010,
    ],
    ['RefundedReversed', 'refund_reversed', { 'Gross Credit (GC)': '50.00', 'Net Credit (NC)': '50.00' }, 5_000, 5_000],
    [
      'Chargeback',
      'chargeback',
      { 'Gross Debit (GC)': '50.00', 'Net Debit (NC)': '65.00', 'Commission (NC)': '15.00' },
      -5_000,
      -6_500,
    ],
    [
      'ChargebackReversed',
      'chargeback_reversed',
      { 'Gross Credit (GC)': '50.00', 'Net Credit (NC)': '50.00' },
      5_000,
      5_000,
    ],
    ['SecondChargeback', 'chargeback', { 'Gross Debit (GC)': '50.00', 'Net Debit (NC)': '50.00' }, -5_000, -5_000],
    ['Fee', 'fee', { 'Net Debit (NC)': '0.11' }, -11, -11],
    ['InvoiceDeduction', 'fee', { 'Net Debit (NC)': '10.00' }, -1_000, -1_000],
    ['MerchantPayout', 'payout', { 'Net Debit (NC)': '1234.56' }, -123_456, -123_456],
    ['Balancetransfer', 'transfer', { 'Net Credit (NC)': '3.00' }, 300, 300],
    ['DepositCorrection', 'correction', { 'Net Debit (NC)': '2.00' }, -200, -200],
  ])('%s is of the kind %s, with what is taken as a negative amount', async (type, kind, fields, gross, net) => {
    const line = await one({ ...noMoney, ...fields, Type: type })
    expect(line).toMatchObject({ kind, type, amounts: { gross, net } })
    expect(line?.problem).toBeUndefined()
  })

  it('in another currency than the account has the amount of the payment in its own, and its gross as booked', async () => {
    const fields = { 'Gross Currency': 'JPY', 'Gross Credit (GC)': '16300' }
    expect(await one(fields)).toMatchObject({
      amounts: { gross: 10_000, net: 9_871 },
      money: { amount: 16_300, currency_code: 'JPY' },
    })
  })

  it.each([
    ['an unknown type', { Type: 'SettledByPigeon' }, 'type_unknown', 'other'],
    [
      'an amount larger than any number',
      { 'Gross Credit (GC)': '99999999999999999999.00' },
      'amount_unreadable',
      'payment',
    ],
    ['an amount that is none', { 'Net Credit (NC)': '98,71' }, 'amount_unreadable', 'payment'],
    ['more decimals than the currency has', { 'Markup (NC)': '0.605' }, 'amount_unreadable', 'payment'],
    ['a currency that there is not', { 'Net Currency': 'XQX' }, 'currency_unknown', 'payment'],
    ['amounts that do not add up', { 'Markup (NC)': '0.61' }, 'does_not_add_up', 'payment'],
    ['another account of the company', { 'Merchant Account': 'KontorBE' }, 'other_account', 'payment'],
  ])('with %s is kept with its words, and says so', async (_, fields, problem, kind) => {
    expect(await one(fields)).toMatchObject({ problem, kind, source: fields })
  })

  it('has no moment when its time zone is not known', async () => {
    expect(await one({ TimeZone: 'MARS' })).not.toHaveProperty('booked_at')
    expect(await one({ TimeZone: 'PDT' })).toMatchObject({ booked_at: '2026-11-20T18:15:30.000Z' })
  })
})

const noMoney = {
  ...blank('Gross Credit (GC)', 'Net Credit (NC)', 'Commission (NC)', 'Markup (NC)'),
  ...blank('Scheme Fees (NC)', 'Interchange (NC)'),
}
function blank(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']))
}

describe('a file', () => {
  it('is read with its columns in any order, quoted texts, further columns and a byte order mark', async () => {
    const fields = { ...settled, 'Merchant Reference': 'one, "two"', Reserved11: 'x' }
    const columns = [...reportColumns, 'Reserved11'].reverse()
    const lines = await read(`\ufeff${reportOf([fields], columns)}`)
    expect(lines).toMatchObject([{ reference: 'one, "two"', amounts: { gross: 10_000 } }])
  })

  it('that is no report, or lacks a column or a field, is refused with the line and the column', async () => {
    expect(await refusal('')).toEqual(['no_header', undefined, undefined])
    expect(await refusal('date;amount\n1;2\n')).toEqual(['no_header', 1, undefined])
    expect(await refusal(reportOf([]))).toEqual(['no_lines', undefined, undefined])
    const without = reportColumns.filter((name) => name !== 'Markup (NC)')
    expect(await refusal(reportOf([settled], without))).toEqual(['column_missing', 1, 'Markup (NC)'])
    expect(await refusal(reportOf([settled], [...reportColumns, 'Type']))).toEqual(['column_twice', 1, 'Type'])
    const further = Array.from({ length: 101 - reportColumns.length }, (_, at) => `Further${at}`)
    expect(await refusal(reportOf([settled], [...reportColumns, ...further]))).toEqual([
      ...['too_many_columns', 1, undefined],
    ])
    const cut = `${reportOf([settled])}KontorCompany,KontorNL,8835\n`
    expect(await refusal(cut)).toEqual(['wrong_number_of_fields', 3, 'Merchant Reference'])
    expect(await refusal(`${reportOf([settled])}"never closed`)).toContain('not_csv')
  })

  it('is known by its name when it is announced; another report is none of these', () => {
    expect(batchOfReport('settlement_detail_report_batch_42.csv')).toBe('42')
    expect(batchOfReport('received_payments_report_2026_11_20.csv')).toBeUndefined()
    expect(batchOfReport('../settlement_detail_report_batch_42.csv')).toBeUndefined()
  })

  it('that is missing before one that was announced is said, and the next one is fetched', async () => {
    const server = createServer((request, reply) => {
      reply.statusCode = request.url?.endsWith('_batch_44.csv') ? 200 : 404
      reply.end(reply.statusCode === 200 ? 'the file' : '')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const addresses = { reports: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    const connection = { addresses, mode: 'test' as const, credential, timeout_ms: 5_000, onExchange: () => {} }
    const fetched: unknown[] = []
    for await (const file of adyenSettlements.fetch(connection, { read: '42', announced: '44' })) fetched.push(file)
    expect(fetched).toEqual([
      { batch: '43', missed: 'file_missing' },
      { batch: '44', name: 'settlement_detail_report_batch_44.csv', content: Buffer.from('the file') },
    ])
    // One that is announced after a later one was.
    const late: unknown[] = []
    const known = { read: '45', announced: '45', late: ['44', '43'] }
    for await (const file of adyenSettlements.fetch(connection, known)) late.push(file)
    expect(late).toMatchObject([
      { batch: '44', content: Buffer.from('the file') },
      { batch: '43', missed: 'file_missing' },
    ])
  })
})
