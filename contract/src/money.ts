import { currencyExponents } from './codes/currencies.ts'

/**
 * Money is an integer in minor units beside its currency. The exponent comes from ISO 4217, never from the runtime:
 * Intl rounds 29 currencies differently. The specification's "divided by 100" is true for currencies with two decimals.
 */

/**
 * The upper limit of one payment, in minor units of any currency. No real payment is larger, and a bigint holds the sum
 * of nine million of them. An installation, a merchant and a payment profile may each set a lower limit
 * (docs/adr/0048).
 */
export const largestPaymentEver = 1_000_000_000_000

export type CurrencyCode = keyof typeof currencyExponents

export const isCurrencyCode = (code: string): code is CurrencyCode => Object.hasOwn(currencyExponents, code)

/** The number of decimals of a currency. Throws on a code that ISO 4217 does not have. */
export function exponentOf(code: string): number {
  if (!isCurrencyCode(code)) throw new RangeError(`unknown currency ${code}`)
  return currencyExponents[code]
}

/**
 * 2500, EUR → "25.00": plain decimal digits for files and inputs. Exact, without floating point. A sum that exceeds a
 * number (sums.ts) is passed as its digits.
 */
export function decimalOf(amount: number | string, code: string): string {
  const exponent = exponentOf(code)
  const written = String(amount)
  const isNegative = written.startsWith('-')
  const digits = written.slice(isNegative ? 1 : 0).padStart(exponent + 1, '0')
  const whole = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  return isNegative ? `-${whole}` : whole
}

/**
 * "25.00", EUR → 2500. `undefined` for text that is not a decimal number, has more decimals than the currency (further
 * zeros are accepted), or does not fit a safe integer.
 */
export function minorUnitsOf(decimal: string, code: string): number | undefined {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal.trim())
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  const exponent = exponentOf(code)
  if (/[1-9]/.test(fraction.slice(exponent))) return undefined
  const amount = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'))
  if (!Number.isSafeInteger(amount)) return undefined
  return sign && amount !== 0 ? -amount : amount
}

const formatters = new Map<string, Intl.NumberFormat>()

/** An amount as people read it: "€ 25,00" (nl), "€25.00" (en-US). */
export function formatMoney(amount: number | string, code: string, language: string): string {
  const key = `${language}/${code}`
  const formatter = formatters.get(key) ?? moneyFormatter(code, language)
  formatters.set(key, formatter)
  // A decimal string keeps every digit; a division would round above 2^53 / 100.
  return formatter.format(decimalOf(amount, code) as Intl.StringNumericLiteral)
}

function moneyFormatter(code: string, language: string): Intl.NumberFormat {
  const decimals = exponentOf(code)
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: code,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** The sign before the decimals of a number: `,` in Dutch. */
export const decimalSign = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.'
