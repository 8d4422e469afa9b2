import { exponentOf, isCurrencyCode, minorUnitsOf } from '@kontor/contract/money'
import type { Money } from '../gateway.ts'
import type { MoneyRules, ProductFacts } from '../manifest.ts'

/** An amount as a gateway says it, in both forms that gateways use. */
export interface TheirMoney {
  /** In the gateway's minor units. */
  minor: number
  /** "10.00" */
  decimal: string
  currency: string
}

/** Our amount in a gateway's words. Undefined: it cannot be said exactly there, so nothing may be sent. */
export function theirMoney(
  rules: MoneyRules,
  { amount, currency_code }: Money,
  { currencies }: Pick<ProductFacts, 'currencies'> = {},
): TheirMoney | undefined {
  if (currencies && !currencies.includes(currency_code)) return undefined
  if (rules.above_zero && amount === 0) return undefined
  if (rules.only && !rules.only.includes(currency_code)) return undefined
  const exponent = theirExponent(rules, currency_code)
  const minor = exponent === undefined ? undefined : shifted(amount, exponent - exponentOf(currency_code))
  if (minor === undefined || exponent === undefined) return undefined
  if (minor % (rules.multiples?.[currency_code] ?? 1) !== 0) return undefined
  return { minor, decimal: decimalWith(minor, exponent), currency: currency_code }
}

/** A gateway's amount in ours, from its minor units or its decimal text. Undefined: we have no such amount. */
export function ourMoney(rules: MoneyRules, value: number | string, currency: string): Money | undefined {
  const currency_code = currency.toUpperCase()
  const exponent = theirExponent(rules, currency_code)
  if (exponent === undefined) return undefined
  const ours = exponentOf(currency_code)
  const amount = typeof value === 'string' ? minorUnitsOf(value, currency_code) : shifted(value, ours - exponent)
  return amount === undefined ? undefined : { amount, currency_code }
}

const theirExponent = ({ exponents = {} }: MoneyRules, currency: string): number | undefined =>
  isCurrencyCode(currency) ? (exponents[currency] ?? exponentOf(currency)) : undefined

/** The decimal point moved by so many places. Undefined: something would be cut off. */
function shifted(amount: number, places: number): number | undefined {
  const factor = 10 ** Math.abs(places)
  const moved = places < 0 ? amount / factor : amount * factor
  // A multiplication back finds what a division rounded.
  const isExact = Number.isSafeInteger(moved) && (places < 0 ? moved * factor : moved / factor) === amount
  return isExact ? moved : undefined
}

function decimalWith(minor: number, exponent: number): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const text = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  return minor < 0 ? `-${text}` : text
}
