import { exponentOf, minorUnitsOf } from '@kontor/contract/money'
import type { RejectionCode } from './problem.ts'

export type DecimalSign = '.' | ','

/**
 * The amount of a field in minor units, exactly. Grouped thousands are accepted only together with decimals: "1.234"
 * alone could mean two things, whichever sign stands before decimals, and a factor of a thousand is never guessed.
 */
export function readAmount(text: string, sign: DecimalSign, currency: string): number | RejectionCode {
  const written = text.trim()
  if (written === '') return 'amount_missing'
  const group = sign === ',' ? '.' : ','
  const plain = isGrouped(written, group, sign) ? written.replaceAll(group, '') : written
  if (!/^-?\d+(?:[.,]\d+)?$/.test(plain) || plain.includes(group)) return 'amount_not_a_number'
  if (plain === written && exponentOf(currency) < 3 && mayBeThousands.test(plain)) return 'amount_ambiguous'
  const decimal = plain.replace(',', '.')
  const amount = minorUnitsOf(decimal, currency)
  if (amount === undefined)
    return hasTooManyDecimals(decimal, currency) ? 'amount_too_many_decimals' : 'amount_too_large'
  // Zero is accepted: real files contain purchases for nothing.
  return amount < 0 ? 'amount_negative' : amount
}

/** The sign before the decimals; undefined when the samples disagree. Samples without any give a full stop. */
export function detectDecimalSign(samples: readonly string[], currency: string): DecimalSign | undefined {
  const decimals = new RegExp(`([.,])\\d{1,${Math.max(2, exponentOf(currency))}}$`)
  const signs = new Set(samples.map((sample) => decimals.exec(sample.trim())?.[1]).filter((sign) => sign !== undefined))
  if (signs.size > 1) return undefined
  return signs.has(',') ? ',' : '.'
}

const mayBeThousands = /^-?[1-9]\d{0,2}[.,]\d{3}$/

function isGrouped(text: string, group: string, sign: string): boolean {
  return new RegExp(`^-?\\d{1,3}(?:[${group}]\\d{3})+[${sign}]\\d+$`).test(text)
}

function hasTooManyDecimals(decimal: string, currency: string): boolean {
  return /[1-9]/.test((decimal.split('.')[1] ?? '').slice(exponentOf(currency)))
}
