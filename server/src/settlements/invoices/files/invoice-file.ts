import type { Language } from '@kontor/contract/codes/languages'
import { decimalOf } from '@kontor/contract/money'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { stringify } from 'csv-stringify/sync'
import { guarded } from '../../../platform/export/formula.ts'
import { invoiceWords, percentageOf } from './invoice-words.ts'

const columns = [
  ...['number', 'kind', 'issued_on', 'covers_from', 'covers_through', 'currency_code', 'line', 'description', 'price'],
  ...['count', 'base', 'fixed', 'percentage', 'minimum', 'maximum', 'amount', 'treatment'],
]

/** The lines of an invoice and its VAT as CSV (RFC 4180), described in a language, with amounts as decimal numbers. */
export function invoiceFile(of: InvoiceDocument, language: Language): string {
  const words = invoiceWords(of, language)
  const money = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? '' : decimalOf(String(amount), of.currency_code)
  const head = [of.number, of.kind, of.issued_on, of.covers_from, of.covers_through, of.currency_code]
  const lines = of.lines.map((line) => [
    ...[...head, line.kind, words.line(line), line.price ? words.priceAt(line.price) : ''],
    ...[String(line.count), money(line.base)],
    ...[money(line.price?.line.fixed), line.price ? percentageOf(line.price.line.ppm) : ''],
    ...[money(line.price?.line.minimum), money(line.price?.line.maximum), money(line.amount), ''],
  ])
  const vat = of.vat.map((part) => [
    ...[...head, 'vat', words.vat(part), '', '', money(part.base), '', percentageOf(part.ppm), '', ''],
    ...[money(part.amount), part.treatment],
  ])
  const rows = [columns, ...lines, ...vat].map((cells) => cells.map(guarded))
  return stringify(rows, { bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}
