import { Readable } from 'node:stream'
import { decimalOf } from '@kontor/contract/money'
import type { FastifyReply } from 'fastify'
import { exportKinds } from '../../platform/export/export-file.ts'
import { type Column, xlsxFile } from '../../platform/export/xlsx.ts'
import type { PeriodReport, PspPeriodReport } from './period-report.ts'

/** The report as a workbook: a row for each period, group and currency. Sums stay out, so that columns can be added up. */
export function sendPeriodReport(reply: FastifyReply, report: PeriodReport | PspPeriodReport): FastifyReply {
  const { category, from, to } = report
  const { type, extension } = exportKinds.xlsx
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${category}-${from}-${to}.${extension}"`)
    .send(
      Readable.from(
        xlsxFile(linesOf(report), { name: category, columns: columnsOf(report) }, () => {}),
        { objectMode: false },
      ),
    )
}

const money = (head: string): Column => ({ head, kind: 'money' })
const whole = (head: string): Column => ({ head, kind: 'integer' })
const columns: readonly Column[] = [
  { head: 'period', kind: 'text' },
  { head: 'group', kind: 'text' },
  { head: 'currency_code', kind: 'currency' },
  ...[whole('payments'), money('payments_amount'), whole('approved'), money('approved_amount')],
  { head: 'conversion', kind: 'decimal' },
  ...[whole('refunds'), money('refunds_amount'), whole('chargebacks'), money('chargebacks_amount'), money('net')],
]

/** Of business days. */
const booked = ['fees', 'vat', 'net', 'reserve'] as const
const earned = ['exchange', 'cost', 'partner', 'margin'] as const

type Report = PeriodReport | PspPeriodReport
const ofProvider = (of: object): of is PspPeriodReport['currencies'][number]['total'] => 'earned' in of

/** Without a ledger, or by a group that it does not know, the report has no columns of it. */
function columnsOf({ currencies }: Report): readonly Column[] {
  const totals = currencies.map(({ total }) => total)
  return [
    ...columns,
    ...(totals.some((total) => total.booked) ? booked.map((name) => money(`booked_${name}`)) : []),
    ...(totals.some((total) => ofProvider(total) && total.earned)
      ? [...earned.map(money), { head: 'margin_per_mille', kind: 'decimal' as const }]
      : []),
  ]
}

/** PostgreSQL's text format for `copy`, which the writer of workbooks reads. */
async function* linesOf({ currencies }: Report): AsyncGenerator<Buffer> {
  for (const { currency_code, rows } of currencies) {
    const amount = (volume: number | bigint | null | undefined) =>
      volume === null || volume === undefined ? null : decimalOf(String(volume), currency_code)
    const lines = rows.map((row) =>
      [
        ...[row.period, row.name ?? row.key, currency_code],
        ...[row.payments.count, amount(row.payments.volume), row.approved.count, amount(row.approved.volume)],
        row.conversion,
        ...[row.refunds?.count, amount(row.refunds?.volume), row.chargebacks?.count, amount(row.chargebacks?.volume)],
        amount(row.net),
        ...(row.booked ? booked.map((name) => amount(row.booked?.[name])) : []),
        ...(ofProvider(row) && row.earned
          ? [...earned.map((name) => amount(row.earned?.[name])), row.earned.per_mille]
          : []),
      ]
        .map(copied)
        .join('\t'),
    )
    if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const copied = (value: string | number | bigint | null | undefined): string =>
  value === null || value === undefined
    ? '\\N'
    : String(value).replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
