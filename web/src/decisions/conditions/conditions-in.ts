import type { ConditionValue, RuleName, SingleValue } from '@kontor/contract/decisions/conditions/condition.rules'
import { decimalOf, minorUnitsOf } from '@kontor/contract/money'
import { amountIn } from '../../platform/value/amount-typed.ts'

interface Written {
  readonly name: RuleName | null
  readonly value: ConditionValue | null
}

/** Conditions that are being written, with the decimal values of their amounts in another currency. */
export const conditionsIn = <C extends Written>(conditions: readonly C[], from: string, to: string): C[] =>
  conditions.map((each) => (each.name === 'amount' ? { ...each, value: valueIn(each.value, from, to) } : each))

function valueIn(value: ConditionValue | null, from: string, to: string): ConditionValue | null {
  if (value === null) return null
  const one = (each: SingleValue): SingleValue => {
    // A word of before may be an amount of this currency again, also in a list.
    if (typeof each === 'string') return minorUnitsOf(each, to) ?? each
    if (typeof each !== 'number') return each
    const next = amountIn(each, from, to)
    // What the other currency does not have stays as a word, which the check of the condition refuses.
    return typeof next === 'number' ? next : decimalOf(each, from)
  }
  return typeof value === 'object' ? value.map(one) : one(value)
}
