import { countryCodes } from '../../codes/countries.ts'
import { isCurrencyCode } from '../../money.ts'
import { isCanonicalUuid } from '../../uuid.ts'
import { type ConditionOwner, operatorsOf, type RuleName, ruleNamesOf, ruleTypeOf } from './condition.rules.ts'
import { isObject } from './is-object.ts'

/** A value that is wrong: the way to it, and a word for the reason (`form_validation` of the translations). */
export interface Problem {
  readonly path: readonly (string | number)[]
  readonly reason: string
}

/** The most values of one list. */
export const mostValues = 500

/** What is wrong with a condition that was given from outside. Empty: it is a `Condition`. */
export function problemsOfCondition(given: unknown, owner: ConditionOwner): Problem[] {
  if (!isObject(given)) return [{ path: [], reason: given === undefined ? 'required' : 'invalid_type' }]
  const unknown = Object.keys(given).filter((key) => !['name', 'operator', 'value'].includes(key))
  const { name, operator, value } = given
  const known = ruleNamesOf(owner).find((each) => each === name)
  const possible = known && operatorsOf(known, owner).find((each) => each === operator)
  return [
    ...unknown.map((key) => ({ path: [key], reason: 'unknown' })),
    ...(known ? [] : [{ path: ['name'], reason: isEmpty(name) ? 'required' : 'invalid_value' }]),
    ...(possible || (!known && !isEmpty(operator))
      ? []
      : [{ path: ['operator'], reason: isEmpty(operator) ? 'required' : 'invalid_value' }]),
    ...(known ? problemsOfValue(known, possible === 'IN' || possible === 'NOT_IN', value) : problemsOfMissing(value)),
  ]
}

const isEmpty = (given: unknown): boolean => given === undefined || given === null || given === ''

const problemsOfMissing = (value: unknown): Problem[] =>
  value === undefined ? [{ path: ['value'], reason: 'required' }] : []

function problemsOfValue(name: RuleName, isList: boolean, value: unknown): Problem[] {
  if (!isList) {
    const reason = reasonOf(name, value)
    return reason ? [{ path: ['value'], reason }] : []
  }
  if (!Array.isArray(value)) return [{ path: ['value'], reason: value === undefined ? 'required' : 'invalid_type' }]
  if (value.length === 0) return [{ path: ['value'], reason: 'required' }]
  if (value.length > mostValues) return [{ path: ['value'], reason: 'too_many' }]
  if (new Set(value).size !== value.length) return [{ path: ['value'], reason: 'twice' }]
  return value.flatMap((one, place) => {
    const reason = reasonOf(name, one)
    return reason ? [{ path: ['value', place], reason }] : []
  })
}

/** The empty text is a value of `recurring_type` alone. */
function reasonOf(name: RuleName, value: unknown): string | undefined {
  if (isEmpty(value) && !(name === 'recurring_type' && value === '')) return 'required'
  switch (name) {
    case '3ds':
    case 'recurring':
      return typeof value === 'boolean' ? undefined : 'invalid_type'
    case 'amount':
      return wrongAmount(value)
    case 'card_bin':
      return wrongBin(value)
    case 'random':
      return wrongPercentage(value)
    default:
      return typeof value === 'string' ? wrongText(name, value) : 'invalid_type'
  }
}

function wrongAmount(value: unknown): string | undefined {
  if (typeof value !== 'number') return 'must_be_a_number'
  if (!Number.isInteger(value)) return 'must_be_an_integer'
  if (value < 0) return 'must_not_be_negative'
  return value > Number.MAX_SAFE_INTEGER ? 'out_of_range' : undefined
}

/** The first six to eight digits of a card. */
const wrongBin = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 100_000 && value <= 99_999_999
    ? undefined
    : 'six_to_eight_digits'

function wrongPercentage(value: unknown): string | undefined {
  if (typeof value !== 'number') return 'must_be_a_number'
  if (!(value >= 0 && value <= 100)) return 'zero_to_hundred'
  return Math.round(value * 100) / 100 === value ? undefined : 'too_many_decimals'
}

function wrongText(name: RuleName, value: string): string | undefined {
  const { values } = ruleTypeOf(name)
  if (values) return values.includes(value) ? undefined : 'invalid_value'
  if (name === 'card' || name === 'customer') return isCanonicalUuid(value) ? undefined : 'invalid_id'
  if (name === 'country_code') return countries.has(value) ? undefined : 'invalid_country'
  if (name === 'currency_code') return isCurrencyCode(value) ? undefined : 'invalid_currency'
  return /^\d{4}$/.test(value) ? undefined : 'four_digits'
}

const countries: ReadonlySet<string> = new Set(countryCodes)
