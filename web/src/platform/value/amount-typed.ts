import { decimalOf, decimalSign, exponentOf, isCurrencyCode, minorUnitsOf } from '@kontor/contract/money'

/** Minor units; null when empty, `invalid` when the text is not an amount of this currency. */
export type AmountValue = number | null | 'invalid'

/**
 * "1.234,56" in nl and "1,234.56" in en-US are 123456 for EUR. A single separator followed by decimals is the decimal
 * sign.
 */
export function amountTyped(typed: string, currency: string, language: string): AmountValue {
  const text = typed.replace(/[\s\u00A0\u202F]/g, '')
  if (text === '') return null
  const plain = plainDecimal(text, exponentOf(currency), decimalSign(language))
  return plain === undefined ? 'invalid' : (minorUnitsOf(plain, currency) ?? 'invalid')
}

/**
 * The same decimal value in another currency: 12 euros do not become 1200 yen. `invalid` where that currency has no such
 * amount, as 12.50 yen, so that nothing is sent before somebody has mended it.
 */
export function amountIn(amount: AmountValue, from: string, to: string): AmountValue {
  if (typeof amount !== 'number' || !isCurrencyCode(from) || !isCurrencyCode(to)) return amount
  return minorUnitsOf(decimalOf(amount, from), to) ?? 'invalid'
}

function plainDecimal(text: string, exponent: number, sign: string): string | undefined {
  const group = sign === ',' ? '.' : ','
  const grouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${sign}\\d*)?$`)
  if (grouped.test(text)) return text.replaceAll(group, '').replace(sign, '.')
  if (/^\d+$/.test(text)) return text
  // The other language's separator cannot separate thousands here: 12.50 typed by a Dutch reader is twelve and a half.
  const match = /^(\d*)[.,](\d*)$/.exec(text)
  return match && exponent > 0 && (match[1] || match[2]) ? `${match[1] || '0'}.${match[2]}` : undefined
}
