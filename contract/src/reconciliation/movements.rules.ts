import { isCurrencyCode } from '../money.ts'
import type { DifferenceType } from './reconciliation.rules.ts'

/** Amounts are signed, in minor units: negative is taken from what the processor pays out. */
export interface DifferenceAmounts {
  type: DifferenceType
  /** Null: the file has no amount that could be read. */
  said: number | null
  currency_code: string
  expected: number
  expected_currency_code: string
}

/** More than zero: the processor is to pay more than we booked. */
export interface Movement {
  currency_code: string
  amount: number
}

/** By how much what the processor owes us (account 20) differs from what is booked, per currency. */
export function movementsOf(of: DifferenceAmounts): Movement[] {
  const { type, said, currency_code, expected, expected_currency_code } = of
  if (said === null || type === 'LATE') return []
  const movements: Movement[] =
    type === 'COST'
      ? // Fees take away.
        [{ currency_code, amount: expected - said }]
      : currency_code === expected_currency_code
        ? [{ currency_code, amount: said - expected }]
        : [
            { currency_code, amount: said },
            { currency_code: expected_currency_code, amount: -expected },
          ]
  return movements.filter(({ amount, currency_code: code }) => amount !== 0 && isCurrencyCode(code))
}
