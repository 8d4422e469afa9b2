import { isCurrencyCode, minorUnitsOf } from '@kontor/contract/money'
import type { SettlementLineProblem } from '@kontor/contract/processors/processor-settlement.rules'
import type { SettlementLine, Settlements } from '../gateway.ts'
import { csvLines } from '../settlements/csv-lines.ts'
import { settledAmounts } from '../settlements/settled-amounts.ts'
import { columns, fetchSettlements, testSettlements } from './mollie-payouts.ts'
import { settlementLines } from './mollie-words.ts'

/**
 * What Mollie paid out: a file for each settlement, made of its payments, captures, refunds and chargebacks. Mollie says what they
 * cost of all together, so that is a line of its own.
 */
export const mollieSettlements: Settlements = {
  test: testSettlements,
  fetch: fetchSettlements,
  read: readSettlement,
  madeOfAnswers: true,
}

type Fields = Readonly<Record<string, string>>

async function* readSettlement(
  content: Buffer,
  { profile_id }: Readonly<Record<string, string>>,
): AsyncGenerator<SettlementLine> {
  let sum = 0
  let isShared = false
  for await (const { line, fields } of csvLines(content, columns)) {
    const type = fields['type'] ?? ''
    const isOther = fields['profile'] !== undefined && fields['profile'] !== profile_id
    isShared ||= isOther
    const read = lineOf(line, type, fields)
    sum += read.amounts?.net ?? Number.NaN
    yield withProblem(read, {
      // What all profiles cost together is not said of each.
      ...((isOther || (isShared && type === 'costs')) && { problem: 'other_account' }),
      // The lines and what is paid out are nothing together.
      ...(type === 'settlement' && sum !== 0 && { problem: 'does_not_add_up' }),
    })
  }
}

const withProblem = (line: SettlementLine, { problem }: { problem?: SettlementLineProblem }): SettlementLine =>
  problem ? { ...line, problem } : line

function lineOf(line: number, type: string, fields: Fields): SettlementLine {
  const currency = fields['settlement_currency'] ?? ''
  const { amount = '', settlement_amount = '' } = fields
  const negated = settlement_amount.startsWith('-')
  const kind = kindOf(type, negated)
  const read = settledAmounts({
    ...{ currency, gross_currency: currency, gross_credit: settlement_amount },
    ...{ gross_debit: undefined, net_credit: settlement_amount, net_debit: undefined },
    ...{ interchange: undefined, scheme_fees: undefined, markup: undefined, commission: undefined },
  })
  const money = moneyOf(fields['currency'] ?? '', amount)
  const problem = read.problem ?? (kind === undefined ? 'type_unknown' : undefined)
  const at = Date.parse(fields['created_at'] ?? '')
  return {
    ...{ line, type, kind: kind ?? 'other', currency_code: currency, source: { ...fields } },
    ...(fields['reference'] && { reference: fields['reference'] }),
    ...(fields['id'] && { id: fields['id'] }),
    ...(fields['payment'] && { payment_id: fields['payment'] }),
    ...(fields['settlement'] && { batch: fields['settlement'] }),
    ...(!Number.isNaN(at) && { booked_at: new Date(at).toISOString() }),
    ...(read.amounts && { amounts: read.amounts }),
    ...(money && { money }),
    ...(problem && { problem }),
  }
}

/** A refund or chargeback that adds money is one that came back. */
function kindOf(type: string, isTaken: boolean) {
  const kind = settlementLines[type]
  if (isTaken) return kind
  if (kind === 'refund') return 'refund_reversed'
  return kind === 'chargeback' ? 'chargeback_reversed' : kind
}

function moneyOf(currency_code: string, text: string) {
  if (!isCurrencyCode(currency_code)) return undefined
  const amount = minorUnitsOf(text, currency_code)
  return amount === undefined ? undefined : { amount: Math.abs(amount), currency_code }
}
