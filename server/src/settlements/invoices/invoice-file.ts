import { decimalOf } from '@kontor/contract/money'
import { type Line, priceDimensions } from '@kontor/contract/pricing/price.rules'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { stringify } from 'csv-stringify/sync'
import { guarded } from '../../platform/export/formula.ts'

const columns = [
  ...['number', 'kind', 'issued_on', 'covers_from', 'covers_through', 'currency_code', 'line', 'description'],
  ...['count', 'base', 'fixed', 'percentage', 'minimum', 'maximum', 'amount'],
]

/** The lines of an invoice and its VAT as CSV (RFC 4180), with amounts as decimal numbers. */
export function invoiceFile(of: InvoiceDocument): string {
  const money = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? '' : decimalOf(String(amount), of.currency_code)
  const head = [of.number, of.kind, of.issued_on, of.covers_from, of.covers_through, of.currency_code]
  const lines = of.lines.map(({ kind, price, text_en, count, base, amount }) => [
    ...[...head, kind, price ? descriptionOf(price) : (text_en ?? ''), String(count), money(base)],
    ...[money(price?.line.fixed), price ? percentageOf(price.line.ppm) : ''],
    ...[money(price?.line.minimum), money(price?.line.maximum), money(amount)],
  ])
  const vat = of.vat.map(({ ppm, treatment, base, amount }) => [
    ...[...head, 'vat', treatment, '', money(base), '', percentageOf(ppm), '', '', money(amount)],
  ])
  const rows = [columns, ...lines, ...vat].map((cells) => cells.map(guarded))
  return stringify(rows, { bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}

/** The scheme, the number of the line, and what the line names. */
function descriptionOf({ scheme, version, number, line }: NonNullable<InvoiceDocument['lines'][number]['price']>) {
  const named = priceDimensions.flatMap((name: keyof Line) => (line[name] === null ? [] : [`${name} ${line[name]}`]))
  return [`${scheme} ${version}.${number}`, line.event, ...named].join(', ')
}

/** 12000 millionths are 1.2. */
const percentageOf = (ppm: number): string => String(ppm / 10_000)
