import { isCurrencyCode, minorUnitsOf } from '@kontor/contract/money'
import type { SettlementLineProblem } from '@kontor/contract/processors/processor-settlement.rules'
import type { Money, SettledAmounts } from '../gateway.ts'

/** The decimal texts of a line; an absent one is nothing. Debits and fees are positive. */
export interface AmountTexts {
  currency: string
  /** In `gross_currency`, which may be another one than that of the account. */
  gross_currency: string
  gross_credit: string | undefined
  gross_debit: string | undefined
  net_credit: string | undefined
  net_debit: string | undefined
  interchange: string | undefined
  scheme_fees: string | undefined
  markup: string | undefined
  commission: string | undefined
}

export interface ReadAmounts {
  amounts?: SettledAmounts
  /** The payment or refund itself. */
  money?: Money
  problem?: SettlementLineProblem
}

/**
 * The amounts of a line in minor units. Where the payment was in another currency, its gross amount in the account's is what
 * the other amounts make. A line of the account alone, as a payout, has no gross amount: then it is what they make too.
 */
export function settledAmounts(texts: AmountTexts): ReadAmounts {
  const { currency, gross_currency } = texts
  if (!isCurrencyCode(currency)) return { problem: 'currency_unknown' }
  const named = ['interchange', 'scheme_fees', 'markup', 'commission'] as const
  const [interchange, scheme_fees, markup, commission] = named.map((name) => minor(texts[name], currency))
  const net = difference(texts.net_credit, texts.net_debit, currency)
  const fees = { interchange, scheme_fees, markup, commission }
  if (!allKnown(fees) || net === undefined) return { problem: 'amount_unreadable' }
  const made = net + fees.interchange + fees.scheme_fees + fees.markup + fees.commission
  if (!Number.isSafeInteger(made)) return { problem: 'amount_unreadable' }
  if (texts.gross_credit === undefined && texts.gross_debit === undefined)
    return { amounts: { gross: made, net, ...fees } }

  if (!isCurrencyCode(gross_currency)) return { amounts: { gross: made, net, ...fees }, problem: 'currency_unknown' }
  const gross = difference(texts.gross_credit, texts.gross_debit, gross_currency)
  if (gross === undefined) return { problem: 'amount_unreadable' }
  const money = { amount: Math.abs(gross), currency_code: gross_currency }
  if (gross_currency !== currency) {
    // Nothing else would show that the net amount was left out.
    const isPaid = texts.net_credit !== undefined || texts.net_debit !== undefined
    return { amounts: { gross: made, net, ...fees }, money, ...(!isPaid && { problem: 'does_not_add_up' }) }
  }
  const amounts = { gross, net, ...fees }
  return gross === made ? { amounts, money } : { amounts, money, problem: 'does_not_add_up' }
}

type Fees = Omit<SettledAmounts, 'gross' | 'net'>
const allKnown = (fees: { [K in keyof Fees]: number | undefined }): fees is Fees =>
  Object.values(fees).every((fee) => fee !== undefined)

const difference = (credit: string | undefined, debit: string | undefined, currency: string): number | undefined => {
  const [more, less] = [minor(credit, currency), minor(debit, currency)]
  return more === undefined || less === undefined ? undefined : more - less
}

/** Undefined: it is no amount of the currency, or a larger one than a number holds. */
const minor = (text: string | undefined, currency: string): number | undefined =>
  text === undefined ? 0 : minorUnitsOf(text, currency)
