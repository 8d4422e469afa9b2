import fc from 'fast-check'
import {
  type Condition,
  type Fact,
  type Facts,
  lots,
  operatorsOf,
  type RuleName,
  spanOf,
} from '../../conditions/condition.rules.ts'

/** For the tests: rules, and every payment that matters to them. `KONTOR_TEST_TREES` and `KONTOR_TEST_SEED` choose how many and which. */
const numRuns = Number(process.env['KONTOR_TEST_TREES'] ?? (process.env['KONTOR_HEAVY'] === '1' ? 20_000 : 3_000))
export const seeded = { numRuns, seed: Number(process.env['KONTOR_TEST_SEED'] ?? 14) }
export const longest_ms = 300_000

/** The values that conditions of the trees ask for. */
const asked = {
  amount: [0, 1, 5_000, 5_001, 9_000],
  card_bin: [411_111, 41_111_122, 4_111_113, 520_000],
  card_brand: ['visa', 'mastercard', 'maestro', 'amex'],
  country_code: ['NL', 'BE', 'US'],
  customer: ['x', 'y'],
  recurring: [true, false],
  random: [0, 0.01, 25, 50, 99.99, 100],
  '3ds': [true, false],
} as const satisfies Partial<Record<RuleName, readonly (string | number | boolean)[]>>
export type Name = keyof typeof asked
export const allNames = Object.keys(asked) as Name[]

/** Values at which anything can change: those asked for, their neighbours, one that nobody asks for, and none. */
const valuesOf = (name: Name): Fact[] => {
  const all: readonly (string | number | boolean)[] = asked[name]
  if (typeof all[0] === 'boolean') return [...all]
  if (typeof all[0] === 'string') return [null, ...(name === 'card_brand' ? [] : ['other']), ...all]
  const spans = all.flatMap((value) => spanOf(name, Number(value)))
  const near = [...new Set(spans.flatMap((value) => [value - 1, value, value + 1]))].filter((value) => value >= 0)
  if (name === 'random') return near.filter((value) => value < lots)
  return [null, ...near]
}
export const known = new Map(allNames.map((name) => [name, valuesOf(name)]))
export const lotsToTry = (known.get('random') ?? []).map(Number)

export const conditionOf = (
  names: readonly Name[],
  owner: 'routing' | 'ruleset' = 'routing',
): fc.Arbitrary<Condition> =>
  fc.constantFrom(...names).chain((name) =>
    fc.constantFrom(...operatorsOf(name, owner)).chain((operator) => {
      const one = fc.constantFrom(...(asked[name] as readonly (string | number)[]))
      const value = operator.endsWith('IN') ? fc.uniqueArray(one, { minLength: 1, maxLength: 3 }) : one
      return value.map((given) => ({ name, operator, value: given }))
    }),
  )

export const nothing: Facts = {
  ...{
    '3ds': false,
    amount: 7,
    card: null,
    card_brand: null,
    card_bin: null,
    country_code: null,
    currency_code: 'EUR',
  },
  ...{ customer: null, customer_status: null, mcc: null, recurring: false, recurring_type: '' },
}

/** Every payment whose facts of these names are values that matter, and the others those of one payment. */
export function paymentsOf(names: readonly Name[], like: Facts = nothing): Facts[] {
  const facts = names.filter((name) => name !== 'random')
  return facts.reduce<Facts[]>(
    (all, name) => all.flatMap((payment) => (known.get(name) ?? []).map((value) => ({ ...payment, [name]: value }))),
    [like],
  )
}
