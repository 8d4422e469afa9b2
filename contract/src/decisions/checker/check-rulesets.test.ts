import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Condition, type Facts, factOf, holds } from '../conditions/condition.rules.ts'
import { checkRuleset, type OtherRuleset } from './check-rulesets.ts'
import { allNames, conditionOf, longest_ms, lotsToTry, type Name, paymentsOf, seeded } from './test/every-payment.ts'

type Rules = readonly Condition[]

/** Whether a ruleset hits a payment never, always, or as its lot falls. */
function hitBy(rules: Rules, facts: Facts): 'never' | 'always' | 'by_lot' {
  const tried = rules.some(({ name }) => name === 'random') ? lotsToTry : [0]
  const hits = tried.map((lot) =>
    rules.every((rule) =>
      holds(
        rule,
        factOf(rule.name, facts, () => lot),
      ),
    ),
  )
  if (hits.every(Boolean)) return 'always'
  return hits.some(Boolean) ? 'by_lot' : 'never'
}

interface Asked {
  isAskedAlways: boolean
  isAskedNowhereElse: boolean
}

/** What every payment that matters says of two rulesets. */
function truthOf(mine: string[], theirs: string[], { isAskedAlways, isAskedNowhereElse }: Asked) {
  const each = mine.map((hit, at) => [hit, theirs[at] ?? ''] as const)
  if (!each.some(([a, b]) => a !== 'never' && b !== 'never')) return undefined
  const within = isAskedAlways && each.every(([a, b]) => a === 'never' || b === 'always')
  const contains = isAskedNowhereElse && each.every(([a, b]) => b === 'never' || a === 'always')
  if (within && contains) return 'same'
  if (within) return 'within'
  return contains ? 'contains' : 'overlap'
}

describe('the checker of rulesets', () => {
  it(
    'finds exactly what rulesets have in common, compared with every payment',
    () => {
      const rules = (names: Name[]) => fc.array(conditionOf(names, 'ruleset'), { minLength: 1, maxLength: 3 })
      const world = fc
        .shuffledSubarray(
          allNames.filter((name) => name !== '3ds'),
          { minLength: 1, maxLength: 3 },
        )
        .chain((names) =>
          fc.tuple(
            fc.constant(names),
            rules(names),
            fc.array(fc.tuple(rules(names), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 4 }),
          ),
        )
      const counted: Record<string, number> = {}
      fc.assert(
        fc.property(world, ([names, checked, given]) => {
          const payments = paymentsOf(names)
          const others = given.map(([theirs, isAskedAlways, isAskedNowhereElse], at): OtherRuleset => {
            return { id: `r${at}`, currency_code: 'EUR', rules: theirs, isAskedAlways, isAskedNowhereElse }
          })
          const found = checkRuleset({ currency_code: 'EUR', rules: checked }, others)
          for (const { kind } of found) counted[kind] = (counted[kind] ?? 0) + 1
          const mine = payments.map((facts) => hitBy(checked, facts))
          const never = mine.every((hit) => hit === 'never')
          expect(found.some(({ kind }) => kind === 'never')).toBe(never)
          if (never) return
          const hits = others.map((other) => payments.map((facts) => hitBy(other.rules, facts)))
          for (const [at, other] of others.entries()) {
            const kind = found.find(({ ruleset }) => ruleset === other.id)?.kind
            expect([other.id, kind]).toEqual([other.id, truthOf(mine, hits[at] ?? [], other)])
          }
          const always = hits.filter((_, at) => others[at]?.isAskedAlways)
          const isCovered = mine.every((hit, at) => hit === 'never' || always.some((theirs) => theirs[at] === 'always'))
          const isInOne = found.some(({ kind }) => kind === 'same' || kind === 'within')
          expect(found.some(({ kind }) => kind === 'covered')).toBe(isCovered && !isInOne)
          expect(found.some(({ kind }) => kind === 'undecided')).toBe(false)
        }),
        seeded,
      )
      for (const kind of ['never', 'same', 'within', 'contains', 'covered', 'overlap'])
        expect([kind, (counted[kind] ?? 0) > 0]).toEqual([kind, true])
    },
    longest_ms,
  )

  it('says nothing of amounts in different currencies, and gives an example of what both hit', () => {
    const other = { id: 'o', isAskedAlways: true, isAskedNowhereElse: true }
    const large = [{ name: 'amount', operator: '>', value: 100 } as const]
    const dutch = [{ name: 'country_code', operator: '==', value: 'NL' } as const]
    const find = (rules: Rules, theirs: Rules, currency_code: string) =>
      checkRuleset({ currency_code: 'EUR', rules }, [{ ...other, currency_code, rules: theirs }])
    expect(find(large, large, 'EUR')).toEqual([{ kind: 'same', ruleset: 'o' }])
    expect(find(large, large, 'USD')).toEqual([])
    expect(find(large, dutch, 'USD')).toEqual([
      { kind: 'overlap', ruleset: 'o', example: { amount: 101, country_code: 'NL' } },
    ])
    expect(find([...large, ...dutch], dutch, 'USD')).toEqual([{ kind: 'within', ruleset: 'o' }])
  })

  it('says once that it is too complicated whether 200 others cover everything, instead of searching for minutes', () => {
    const names = ['country_code', 'mcc', 'customer', 'card', 'currency_code', 'amount', 'card_bin'] as const
    const others = Array.from({ length: 200 }, (_, number): OtherRuleset => {
      const values: Partial<Record<string, number>> = { amount: number, card_bin: 400_000 + number }
      const theirs = names.map((name): Condition => ({ name, operator: '!=', value: values[name] ?? `V${number}` }))
      return { id: `r${number}`, currency_code: 'EUR', rules: theirs, isAskedAlways: true, isAskedNowhereElse: true }
    })
    const rules: Rules = [{ name: 'recurring', operator: '==', value: true }]
    const began = process.cpuUsage()
    const found = checkRuleset({ currency_code: 'EUR', rules }, others)
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000)
    expect(found.filter(({ kind }) => kind !== 'overlap')).toEqual([{ kind: 'undecided' }])
  })

  it('compares with 200 others within the time of a key press', () => {
    const others = Array.from({ length: 200 }, (_, number): OtherRuleset => {
      const letters = `${'ABCDEFGH'[number % 8]}${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number >> 3]}`
      const rules: Rules = [
        { name: 'country_code', operator: 'IN', value: [letters, 'NL'] },
        { name: 'card_bin', operator: '<', value: 400_000 + number },
        { name: 'amount', operator: '>', value: number },
      ]
      return { id: `r${number}`, currency_code: 'EUR', rules, isAskedAlways: true, isAskedNowhereElse: true }
    })
    const rules: Rules = [{ name: 'amount', operator: '>', value: 50 }]
    const began = process.cpuUsage()
    expect(checkRuleset({ currency_code: 'EUR', rules }, others)).toHaveLength(200)
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(500)
  })
})
