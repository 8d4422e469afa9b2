import { decimalOf, isCurrencyCode, minorUnitsOf } from '@kontor/contract/money'
import type { SettlementLineKind } from '@kontor/contract/processors/processor-settlement.rules'
import type { SettlementLine, Settlements } from '../gateway.ts'
import { csvLines } from '../settlements/csv-lines.ts'
import { settledAmounts } from '../settlements/settled-amounts.ts'
import { column, fetchPayouts, testPayouts } from './payouts.ts'
import { reportingCategories } from './words.ts'

/**
 * What Stripe paid out: a file for each automatic payout, made of its balance transactions. It has the columns of Stripe's own
 * report “Itemized payout reconciliation”, so that a person may hand in that one as well.
 */
export const stripeSettlements: Settlements = { test: testPayouts, fetch: fetchPayouts, read: readPayout }

type Fields = Readonly<Record<string, string>>

/** Of a part that was captured Stripe says the whole and what it gave back of it. Both are one payment. */
const givenBack = 'partial_capture_reversal'

async function* readPayout(content: Buffer): AsyncGenerator<SettlementLine> {
  const { reversals, charged, isWhole } = await partsOf(content)
  for await (const { line, fields } of linesOf(content)) {
    const payment = fields[column.payment] ?? ''
    const category = fields[column.category] ?? ''
    if (category === givenBack && charged.has(payment)) continue
    const read = lineOf(line, category === 'charge' ? [fields, ...(reversals.get(payment) ?? [])] : [fields])
    // The lines and what is paid out are nothing together. Files that people download have no line of what is paid out.
    yield category === 'payout' && !isWhole ? { ...read, problem: read.problem ?? 'does_not_add_up' } : read
  }
}

const linesOf = (content: Buffer) => csvLines(content, required)
/** The note of a capture is of those alone that have one. */
const required = Object.values(column).filter((name) => !name.includes('['))

async function partsOf(content: Buffer) {
  const reversals = new Map<string, Fields[]>()
  const charged = new Set<string>()
  let sum = 0
  for await (const { fields } of linesOf(content)) {
    sum += minorUnitsOf(fields[column.net] ?? '', (fields[column.currency] ?? '').toUpperCase()) ?? Number.NaN
    const payment = fields[column.payment]
    if (payment === undefined) continue
    const category = fields[column.category]
    if (category === 'charge') charged.add(payment)
    if (category === givenBack) reversals.set(payment, [...(reversals.get(payment) ?? []), fields])
  }
  return { reversals, charged, isWhole: sum === 0 }
}

function lineOf(line: number, parts: readonly [Fields, ...Fields[]]): SettlementLine {
  const [fields] = parts
  const get = (name: keyof typeof column) => fields[column[name]]
  const type = get('category') ?? ''
  const kind: SettlementLineKind | undefined = reportingCategories[type]
  const currency = (get('currency') ?? '').toUpperCase()
  const facing = (get('facing_currency') ?? '').toUpperCase()
  const isConverted = facing !== '' && facing !== currency
  const sum = (name: keyof typeof column, of = currency) =>
    sumOf(
      parts.map((part) => part[column[name]]),
      of,
    )
  const read = settledAmounts({
    ...{ currency, gross_currency: isConverted ? facing : currency, gross_debit: undefined },
    gross_credit: isConverted ? sum('facing_amount', facing) : sum('gross'),
    ...{ net_credit: sum('net'), net_debit: undefined, commission: sum('fee') },
    ...{ interchange: undefined, scheme_fees: undefined, markup: undefined },
  })
  const problem = read.problem ?? (kind === undefined ? 'type_unknown' : undefined)
  const isRefund = type.startsWith('refund')
  const reference = isRefund
    ? get('refund_reference')
    : (kind === 'payment' && get('capture_reference')) || get('reference')
  const payment_id = get('payment')
  const id = kind === 'payment' ? payment_id : get('source')
  const booked_at = instantOf(get('created'))
  return {
    ...{ line, type, kind: kind ?? 'other', currency_code: currency, source: { ...fields } },
    ...(reference && { reference }),
    ...(id && { id }),
    ...(payment_id && { payment_id }),
    ...(booked_at && { booked_at }),
    ...(get('payout') && { batch: get('payout') as string }),
    ...(read.amounts && { amounts: read.amounts }),
    ...(read.money && isOfPayment(kind) && { money: read.money }),
    ...(problem && { problem }),
  }
}

/** What is of no payment has an amount of the account alone. */
const isOfPayment = (kind: SettlementLineKind | undefined) =>
  kind !== undefined && !['fee', 'payout', 'transfer'].includes(kind)

/** The decimal texts of the parts together. One that is no amount is left as it is, so that the line says so. */
function sumOf(texts: readonly (string | undefined)[], currency: string): string | undefined {
  const [first] = texts
  if (texts.length === 1 || !isCurrencyCode(currency)) return first
  let sum = 0
  for (const text of texts) {
    const amount = text === undefined ? 0 : minorUnitsOf(text, currency)
    if (amount === undefined) return text
    sum += amount
  }
  return decimalOf(sum, currency)
}

/** `2026-11-20 10:15:30`, in UTC. */
function instantOf(text: string | undefined): string | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '')) return undefined
  const at = Date.parse(`${text?.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
