import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Condition,
  type Fact,
  forMany,
  holds,
  holdsForMissing,
  operatorsOf,
  type RuleName,
  ruleNamesOf,
  ruleTypes,
} from './condition.rules.ts'

const values = {
  amount: fc.integer({ min: 0, max: 9 }),
  card_bin: fc.constantFrom(411_111, 4_111_111, 4_111_112, 41_111_111, 41_111_100, 411_112),
  country_code: fc.constantFrom('NL', 'BE', 'DE'),
  recurring_type: fc.constantFrom('initial', 'subsequent', ''),
} as const satisfies Partial<Record<RuleName, fc.Arbitrary<string | number>>>

it('says the same of a list that is looked up and of one that is walked through', () => {
  const names = fc.constantFrom(...(Object.keys(values) as (keyof typeof values)[]))
  const asked = names.chain((name) => {
    const value = values[name] as fc.Arbitrary<string | number>
    const list = fc.uniqueArray(value, { minLength: 1, maxLength: 4 })
    return fc.record({
      name: fc.constant(name),
      operator: fc.constantFrom('IN', 'NOT_IN'),
      value: list,
      fact: fc.option(value),
    })
  })
  fc.assert(
    fc.property(asked, ({ fact, ...given }) => {
      const condition = given as Condition
      expect(holds(forMany(condition), fact as Fact)).toBe(holds(condition, fact as Fact))
    }),
    { numRuns: 5_000 },
  )
})

it('names the conditions that hold for payments that lack what is asked', () => {
  for (const name of ruleNamesOf('ruleset'))
    for (const operator of operatorsOf(name, 'ruleset')) {
      const value = operator === 'IN' || operator === 'NOT_IN' ? [1] : 1
      const held = ruleTypes[name].mayBeMissing && holds({ name, operator, value }, null)
      expect([name, operator, holdsForMissing(name, operator)]).toEqual([name, operator, held ? name : undefined])
    }
})
