/**
 * The conditions of routings and rulesets: what they may ask of a payment, and when they hold (specification 001,
 * sections 5 and 9).
 */

import { customerStatuses } from '../../customers/customer.rules.ts'
import { cardBrands } from '../../payments/transaction.rules.ts'

export const routingOperators = ['==', '!=', '>', '<', '>=', '<='] as const
export const rulesetOperators = [...routingOperators, 'IN', 'NOT_IN'] as const
export type Operator = (typeof rulesetOperators)[number]

/** A condition of a routing, or a rule of a ruleset. */
export type ConditionOwner = 'routing' | 'ruleset'

/** Only numbers are greater or less than one another. A list of values is asked of anything but flags and per cents. */
export type RuleKind = 'boolean' | 'number' | 'percentage' | 'select' | 'text'

interface RuleType {
  readonly kind: RuleKind
  /** A payment may lack it: it is made without a card, without a customer, from an unknown country. */
  readonly mayBeMissing: boolean
  /** The only owner that has it. Absent: both. */
  readonly only?: ConditionOwner
  /** All values, where they are few. */
  readonly values?: readonly string[]
}

/**
 * Amounts are in minor units of the currency of the routing or ruleset, `random` is a per cent with up to two decimals,
 * `card` and `customer` are ids, `mcc` is the number of a merchant category, `card_bin` the first six to eight digits
 * of a card. `recurring_type` is empty for a payment that is in no series.
 */
export const ruleTypes = {
  '3ds': { kind: 'boolean', mayBeMissing: false, only: 'routing' },
  amount: { kind: 'number', mayBeMissing: true },
  card: { kind: 'text', mayBeMissing: true },
  card_brand: { kind: 'select', mayBeMissing: true, values: cardBrands },
  card_bin: { kind: 'number', mayBeMissing: true },
  country_code: { kind: 'select', mayBeMissing: true },
  currency_code: { kind: 'select', mayBeMissing: false },
  customer: { kind: 'text', mayBeMissing: true },
  customer_status: {
    kind: 'select',
    mayBeMissing: true,
    values: customerStatuses,
  },
  mcc: { kind: 'select', mayBeMissing: true },
  random: { kind: 'percentage', mayBeMissing: false },
  recurring: { kind: 'boolean', mayBeMissing: false },
  recurring_type: { kind: 'select', mayBeMissing: false, only: 'ruleset', values: ['initial', 'subsequent', ''] },
} as const satisfies Record<string, RuleType>

export type RuleName = keyof typeof ruleTypes
export const ruleTypeOf = (name: RuleName): RuleType => ruleTypes[name]
/** The rules that a payment may lack. */
export type MissingRule = { [N in RuleName]: (typeof ruleTypes)[N]['mayBeMissing'] extends true ? N : never }[RuleName]
export const ruleNames = Object.keys(ruleTypes) as RuleName[]
export const ruleNamesOf = (owner: ConditionOwner): RuleName[] =>
  ruleNames.filter((name) => [undefined, owner].includes(ruleTypeOf(name).only))

/** The operators of a rule, in the specification's order. */
export function operatorsOf(name: RuleName, owner: ConditionOwner): readonly Operator[] {
  const { kind } = ruleTypeOf(name)
  const hasLists = owner === 'ruleset' && kind !== 'boolean' && kind !== 'percentage'
  return [
    ...routingOperators.slice(0, kind === 'number' || kind === 'percentage' ? undefined : 2),
    ...(hasLists ? (['IN', 'NOT_IN'] as const) : []),
  ]
}

export type SingleValue = string | number | boolean
/** A list with the operators IN and NOT_IN, otherwise one value. */
export type ConditionValue = SingleValue | readonly SingleValue[]

export interface Condition {
  readonly name: RuleName
  readonly operator: Operator
  readonly value: ConditionValue
  /** The values of a list again, where many payments are asked: it is looked up, and not walked through. */
  readonly among?: ReadonlySet<SingleValue>
}

/** What is known of a payment when it is decided on. Null: missing. */
export interface Facts {
  /** A ruleset demands 3-D Secure of this payment. */
  readonly '3ds': boolean
  /** Minor units of the currency of the routing or ruleset. Null: no rate is known. */
  readonly amount: number | null
  readonly card: string | null
  readonly card_brand: string | null
  /** Six to eight digits. */
  readonly card_bin: number | null
  readonly country_code: string | null
  readonly currency_code: string
  readonly customer: string | null
  readonly customer_status: string | null
  readonly mcc: string | null
  readonly recurring: boolean
  readonly recurring_type: 'initial' | 'subsequent' | ''
}

export type Fact = SingleValue | null

/** Lots are 0 to 9999: hundredths of a per cent. */
export const lots = 10_000

/**
 * The lot of a payment, out of the first four bytes of the SHA-256 of `<transaction id>/<id of the branch or ruleset>`
 * (docs/adr/0105). The same payment draws the same lot whenever it is asked again.
 */
export const lotOf = (bytes: number): number => bytes % lots

/** What a condition asks of the payment. `draw` gives the lot of its branch or ruleset. */
export function factOf(name: RuleName, facts: Facts, draw: () => number): Fact {
  return name === 'random' ? draw() : facts[name]
}

/**
 * Whether a condition holds. What is missing equals nothing and is in no list: then `!=` and NOT_IN hold, and all other
 * operators do not. So each of `==`, `!=`, IN and NOT_IN has an exact opposite.
 */
export function holds({ name, operator, value, among }: Condition, fact: Fact): boolean {
  switch (operator) {
    case '==':
      return isThat(name, value, fact)
    case '!=':
      return !isThat(name, value, fact)
    case 'IN':
      return isAmong(name, among ?? value, fact)
    case 'NOT_IN':
      return !isAmong(name, among ?? value, fact)
    default:
      return compares(name, operator, value, fact)
  }
}

/** The rule, if such a condition on it also holds for payments that lack what it asks; otherwise undefined. */
export function holdsForMissing(name: RuleName, operator: Operator): MissingRule | undefined {
  const isNegative = operator === '!=' || operator === 'NOT_IN'
  // The cast is safe: only such rules may be missing.
  return isNegative && ruleTypeOf(name).mayBeMissing ? (name as MissingRule) : undefined
}

function isThat(name: RuleName, value: ConditionValue, fact: Fact): boolean {
  if (fact === null) return false
  if (typeof fact !== 'number') return fact === value
  const [from, to] = spanOf(name, Number(value))
  const number = comparable(name, fact)
  return number >= from && number <= to
}

function isAmong(name: RuleName, list: ConditionValue | ReadonlySet<SingleValue>, fact: Fact): boolean {
  if (!(list instanceof Set)) return (list as readonly SingleValue[]).some((one) => isThat(name, one, fact))
  if (fact === null) return false
  if (name !== 'card_bin' || typeof fact !== 'number') return list.has(fact)
  const bin = eightDigits(fact)
  return list.has(bin) || list.has(Math.floor(bin / 10)) || list.has(Math.floor(bin / 100))
}

/** The same condition for many payments. */
export const forMany = (condition: Condition): Condition =>
  Array.isArray(condition.value) ? { ...condition, among: new Set(condition.value) } : condition

function compares(name: RuleName, operator: Operator, value: ConditionValue, fact: Fact): boolean {
  if (typeof fact !== 'number') return false
  const [from, to] = spanOf(name, Number(value))
  const number = comparable(name, fact)
  if (operator === '>') return number > to
  if (operator === '>=') return number >= from
  return operator === '<' ? number < from : number <= to
}

/**
 * The numbers that a value of a condition stands for, from the first to the last. A BIN of six digits stands for all
 * of eight digits that begin so, and a per cent for its lot.
 */
export function spanOf(name: RuleName, value: number): readonly [number, number] {
  if (name === 'random') return [Math.round(value * 100), Math.round(value * 100)]
  if (name !== 'card_bin') return [value, value]
  const first = eightDigits(value)
  return [first, first + 10 ** (8 - String(value).length) - 1]
}

const comparable = (name: RuleName, fact: number): number => (name === 'card_bin' ? eightDigits(fact) : fact)
const eightDigits = (bin: number): number => bin * 10 ** (8 - String(bin).length)
