import { exponentOf } from '@kontor/contract/money'
import type { SapFormat } from '@kontor/contract/sap/sap.rules'
import type { BatchLine } from './batch-lines.ts'

interface Given {
  company_code: string
  /** Of the company code. */
  currency_code: string
  document_type: string
  /** The reference of the documents. */
  name: string
  /** The last business day of the batch, on which it is posted. */
  day: string
  lines: readonly BatchLine[]
}

/** The file of a batch. It has only codes, days and amounts: none of them needs quotes, and none is a formula to a spreadsheet. */
export const batchFile = (format: SapFormat, given: Given): string =>
  (format === 'CSV' ? csv(given) : documents(given)).map((line) => `${line}\r\n`).join('')

const csvColumns = [
  ...[
    'batch',
    'document',
    'line',
    'company_code',
    'document_type',
    'posting_date',
    'event',
    'debit_credit',
    'gl_account',
  ],
  ...['cost_center', 'tax_code', 'currency', 'amount', 'transfers'],
]

const csv = ({ name, company_code, document_type, day, lines }: Given): string[] => [
  csvColumns.join(','),
  ...lines.map((line) =>
    [
      ...[name, line.document, line.number, company_code, document_type, day, line.event, line.side, line.gl_account],
      ...[line.cost_center, line.tax_code, line.currency_code, units(line), line.count],
    ]
      .map((value) => value ?? '')
      .join(','),
  ),
]

/** By the names of SAP's own fields: a head of each document (BKPF) and its items (BSEG). */
const headColumns = ['H', 'BELEG', 'BUKRS', 'BLART', 'BLDAT', 'BUDAT', 'WAERS', 'HWAER', 'XBLNR', 'BKTXT']
const itemColumns = [
  'P',
  'BELEG',
  'BUZEI',
  'BSCHL',
  'SHKZG',
  'HKONT',
  'WRBTR',
  'WAERS',
  'KOSTL',
  'MWSKZ',
  'ZUONR',
  'SGTXT',
]

function documents(given: Given): string[] {
  const rows: string[][] = [headColumns, itemColumns]
  let document = 0
  let item = 0
  for (const line of given.lines) {
    if (line.document !== document) {
      document = line.document
      item = 0
      rows.push(headOf(given, line))
    }
    item += 1
    rows.push(itemOf(given, line, item))
  }
  return rows.map((row) => row.join('\t'))
}

function headOf({ name, company_code, document_type, currency_code, day }: Given, line: BatchLine): string[] {
  const date = day.replaceAll('-', '')
  const [number, currency] = [String(line.document), line.currency_code]
  return ['H', number, company_code, document_type, date, date, currency, currency_code, name, `${name} ${number}`]
}

/** Posting key 40 debits a G/L account and 50 credits it. */
const itemOf = ({ name }: Given, line: BatchLine, item: number): string[] => [
  ...['P', String(line.document), String(item), line.side === 'D' ? '40' : '50', line.side === 'D' ? 'S' : 'H'],
  ...[line.gl_account ?? '', units(line), line.currency_code, line.cost_center ?? '', line.tax_code ?? ''],
  ...[name, line.event],
]

/** 1234.50: with the decimals of the currency, without separators of thousands. */
function units({ amount, currency_code }: BatchLine): string {
  const exponent = exponentOf(currency_code)
  const digits = String(amount).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
