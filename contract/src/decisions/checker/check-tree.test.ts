import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Condition, type Fact, type Facts, factOf, holds, lots } from '../conditions/condition.rules.ts'
import { otherwise } from '../routings/otherwise.ts'
import { type Branch, branchesOf, isBranch, type Node, readPath, route, writePath } from '../routings/tree.rules.ts'
import { boxOf, effortOfCheck } from './boxes.ts'
import { checkTree, type Finding } from './check-tree.ts'
import {
  allNames,
  conditionOf,
  known,
  longest_ms,
  lotsToTry,
  type Name,
  nothing,
  paymentsOf,
  seeded,
} from './test/every-payment.ts'
import { meant } from './values.ts'

const treeOf = (names: readonly Name[]): fc.Arbitrary<Node> =>
  fc
    .letrec<{ node: Node; branch: Node }>((tie) => ({
      node: fc.oneof({ depthSize: 'small', maxDepth: 4 }, fc.constantFrom('A', 'B', 'C'), tie('branch')),
      branch: fc
        .tuple(fc.array(conditionOf(names), { minLength: 1, maxLength: 3 }), tie('node'), tie('node'))
        .map(([conditions, yes, no]) => branch('', conditions, yes, no)),
    }))
    .branch.map((root) => {
      let count = 0
      const named = (node: Node): Node => {
        if (!isBranch(node)) return node
        count += 1
        return branch(`n${count}`, node.if, named(node.then), named(node.else))
      }
      return named(root)
    })

const branch = (id: string, conditions: readonly Condition[], yes: Node, no: Node): Branch => ({
  id,
  if: conditions,
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  then: yes,
  else: no,
})

const usable = ['A', 'B', 'C'].map((id) => ({ id, inProfile: true, active: true, payment_product: 'card' }))
const about = { payment_product: 'card', currency_code: 'EUR', processors: usable }

/** The sides that a branch lets a payment take, over all lots; notes which conditions held and which did not. */
function sidesOf({ id, if: conditions }: Branch, facts: Facts, held: Map<string, Set<boolean>>): Set<'then' | 'else'> {
  const tried = conditions.some(({ name }) => name === 'random') ? lotsToTry : [0]
  return new Set(
    tried.map((lot) => {
      for (const [at, condition] of conditions.entries()) {
        const isHeld = holds(
          condition,
          factOf(condition.name, facts, () => lot),
        )
        held.set(`${id}/${at}`, (held.get(`${id}/${at}`) ?? new Set()).add(isHeld))
        if (!isHeld) return 'else'
      }
      return 'then'
    }),
  )
}

const isBlocked = (block: readonly Condition[] | null, facts: Facts): boolean =>
  block?.every(({ name }) => name !== 'random') === true
    ? block.every((rule) =>
        holds(
          rule,
          factOf(rule.name, facts, () => 0),
        ),
      )
    : block !== null &&
      lotsToTry.every((lot) =>
        block.every((rule) =>
          holds(
            rule,
            factOf(rule.name, facts, () => lot),
          ),
        ),
      )

const placesOf = (found: readonly Finding[], kind: string) =>
  found
    .filter((each) => each.kind === kind && each.branch !== undefined)
    .map((each) => `${each.branch}/${each.at}`)
    .sort()

describe('the checker of routings', () => {
  it(
    'finds exactly the ends that no payment reaches and the conditions that decide nothing, compared with every payment',
    () => {
      const small = fc
        .shuffledSubarray([...allNames], { minLength: 1, maxLength: 3 })
        .chain((names) =>
          fc.tuple(
            fc.constant(names),
            treeOf(names),
            fc.option(fc.array(conditionOf([...names, 'amount'], 'ruleset'), { minLength: 1, maxLength: 2 })),
            fc.boolean(),
            fc.nat(60),
          ),
        )
      let hurries = 0
      fc.assert(
        fc.property(small, ([names, tree, block, isWithoutRate, left]) => {
          const surroundings = {
            ...about,
            isWithoutRate,
            ...(block && { blocking: [{ currency_code: 'EUR', rules: block }] }),
          }
          const found = checkTree(tree, surroundings)
          const hurried = checkTree(tree, surroundings, { left })
          const reached = new Set<string>()
          const held = new Map<string, Set<boolean>>()
          const walk = (node: Node, facts: Facts): void => {
            if (!isBranch(node)) return
            for (const side of sidesOf(node, facts, held)) {
              reached.add(`${node.id}/${side}`)
              walk(node[side], facts)
            }
          }
          const all = [...new Set([...names, ...(block ?? []).map(({ name }) => name as Name)])]
          const lacking = { ...nothing, ...(isWithoutRate && { amount: null }) }
          const asked = all.filter((name) => !isWithoutRate || name !== 'amount')
          for (const facts of paymentsOf(asked, lacking)) if (!isBlocked(block, facts)) walk(tree, facts)
          const visited = branchesOf(tree).filter(({ id }) => held.has(`${id}/0`))
          const unreached = visited.flatMap(({ id }) =>
            [`${id}/then`, `${id}/else`].filter((side) => !reached.has(side)),
          )
          const always = (value: boolean) => [...held].filter(([, was]) => !was.has(!value)).map(([place]) => place)
          expect(placesOf(found, 'always_true')).toEqual(always(true).sort())
          expect(placesOf(found, 'always_false')).toEqual(always(false).sort())
          if (visited.length > 0) expect(placesOf(found, 'unreachable')).toEqual(unreached.sort())
          expect(found.filter(({ kind }) => kind === 'undecided')).toEqual([])
          // With too little effort it says less, and nothing else.
          if (hurried.some(({ kind }) => kind === 'undecided')) hurries += 1
          expect(placesOf(hurried, 'unreachable').filter((place) => reached.has(place))).toEqual([])
          expect(placesOf(hurried, 'always_true').filter((place) => held.get(place)?.has(false))).toEqual([])
          expect(placesOf(hurried, 'always_false').filter((place) => held.get(place)?.has(true))).toEqual([])
          const isBlocking = (all: readonly Finding[]) =>
            all.filter(({ blocked }) => blocked).map(({ kind, branch }) => [kind, branch])
          for (const each of isBlocking(hurried)) expect(isBlocking(found)).toContainEqual(each)
        }),
        seeded,
      )
      expect(hurries).toBeGreaterThan(0)
    },
    longest_ms,
  )

  it('says of what no payment reaches because rulesets block it that this is why', () => {
    const inner = branch('in', [{ name: 'country_code', operator: '==', value: 'NL' }], 'B', 'C')
    const tree = branch('top', [{ name: 'amount', operator: '>', value: 100 }], 'A', inner)
    const rules = [{ name: 'country_code', operator: 'IN', value: ['NL', 'BE'] } as const]
    const blocking = [{ currency_code: 'USD', rules }]
    expect(checkTree(tree, { ...about, blocking })).toEqual([
      { kind: 'always_false', level: 'warning', branch: 'in', at: 0, blocked: true },
      { kind: 'unreachable', level: 'warning', branch: 'in', at: 'then', blocked: true },
    ])
  })

  it('says that amounts are missing where no rate leads to the currency of the tree, and only of trees that ask for them', () => {
    const [amount, country] = (
      [
        { name: 'amount', operator: '>', value: 100 },
        { name: 'country_code', operator: '==', value: 'NL' },
      ] as const
    ).map((condition) => branch('top', [condition], 'A', 'B'))
    const found = (tree: Node | undefined, more: object) =>
      checkTree(tree ?? 'A', { ...about, processors: usable.slice(0, 2), profile_currency: 'XAF', ...more })
    expect(found(amount, { isWithoutRate: true })).toEqual([
      { kind: 'amount_without_rate', level: 'warning' },
      { kind: 'always_false', level: 'warning', branch: 'top', at: 0 },
      { kind: 'unreachable', level: 'warning', branch: 'top', at: 'then' },
    ])
    expect(found(amount, {})).toEqual([])
    expect(found(country, { isWithoutRate: true })).toEqual([])
  })

  it('takes a condition for the values for which it holds', () => {
    fc.assert(
      fc.property(conditionOf(allNames, 'ruleset'), (condition) => {
        const { name } = condition
        for (const fact of known.get(name as Name) ?? []) {
          const value = name === 'random' && fact !== null ? Number(fact) / 100 : fact
          const isIn =
            value === null
              ? meant(condition).missing
              : boxOf([condition, { name, operator: '==', value }]) !== undefined
          expect([condition, fact, isIn]).toEqual([condition, fact, holds(condition, fact)])
        }
      }),
      { ...seeded, numRuns: 1_000 },
    )
  })

  it('says which processors are missing, switched off, of another product or never used, each with an example', () => {
    const tree = branch(
      'top',
      [{ name: 'amount', operator: '>', value: 100 }],
      'A',
      branch('x', [{ name: 'country_code', operator: '==', value: 'NL' }], 'B', 'D'),
    )
    const processors = [
      { id: 'A', inProfile: true, active: false, payment_product: 'card' },
      { id: 'B', inProfile: true, active: true, payment_product: 'ideal' },
      { id: 'C', inProfile: true, active: true, payment_product: 'card' },
    ]
    expect(checkTree(tree, { ...about, profile_currency: 'EUR', processors })).toEqual([
      {
        ...{ kind: 'processor_other_product', level: 'error', branch: 'x', at: 'then', processor: 'B' },
        example: { currency_code: 'EUR', amount: 0, country_code: 'NL' },
      },
      expect.objectContaining({ kind: 'processor_missing', processor: 'D', branch: 'x', at: 'else' }),
      { kind: 'never_used', level: 'error', processor: 'C' },
      expect.objectContaining({
        kind: 'processor_inactive',
        level: 'warning',
        processor: 'A',
        example: { currency_code: 'EUR', amount: 101 },
      }),
    ])
  })

  it('knows that only card payments have a card, and that both sides may be the same (check 20)', () => {
    const brand = branch('top', [{ name: 'card_brand', operator: '==', value: 'visa' }], 'A', 'B')
    const ofIdeal = { ...about, payment_product: 'ideal', processors: [] }
    expect(placesOf(checkTree(brand, ofIdeal), 'always_false')).toEqual(['top/0'])
    const inner = branch('in', [{ name: 'amount', operator: '<', value: 50 }], 'A', 'B')
    const outer = branch('out', [{ name: 'amount', operator: '>', value: 100 }], inner, 'C')
    const found = checkTree(outer, about)
    expect(found).toEqual([
      { kind: 'always_false', level: 'warning', branch: 'in', at: 0 },
      { kind: 'unreachable', level: 'warning', branch: 'in', at: 'then' },
    ])
    const same = branch('top', [{ name: 'amount', operator: '>', value: 1 }], 'A', 'A')
    expect(checkTree(same, about)).toContainEqual({ kind: 'makes_no_difference', level: 'warning', branch: 'top' })
  })

  it('checks 200 branches, 20 behind each other, within the time of a key press', () => {
    let last = 0
    const asking = (sides: () => readonly [Node, Node]): Node => {
      last += 1
      const id = last
      const country: Condition = {
        name: 'country_code',
        operator: '!=',
        value: `${'ABCDEFGH'[id % 8]}${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[id >> 3]}`,
      }
      return branch(`r${id}`, [country, { name: 'card_bin', operator: '<', value: 400_000 + id }], ...sides())
    }
    const chain = (length: number): Node => (length === 0 ? 'B' : asking(() => ['A', chain(length - 1)]))
    const forked = (depth: number, long: number): Node =>
      depth === 0 ? chain(long) : asking(() => [forked(depth - 1, long), forked(depth - 1, long)])
    const tree = asking(() => [forked(3, 14), asking(() => [forked(2, 16), chain(12)])])
    const depthOf = (node: Node): number => (isBranch(node) ? 1 + Math.max(depthOf(node.then), depthOf(node.else)) : 0)
    expect([branchesOf(tree).length, depthOf(tree)]).toEqual([200, 20])
    const began = process.cpuUsage()
    checkTree(tree, about)
    const { user } = process.cpuUsage(began)
    expect(user / 1_000).toBeLessThan(50)
  })
})

const rules = ['country_code', 'mcc', 'customer', 'card', 'currency_code', 'amount', 'card_bin', 'card_brand'] as const

/** Each of the branches asks eight rules for a value of its own, so that any of them may be what fails. */
const pigeonholes = (branches: number): Node =>
  Array.from({ length: branches }, (_, number) => number).reduceRight<Node>((rest, number) => {
    const card_brand = ['visa', 'mastercard', 'maestro', 'amex'][number % 4] ?? ''
    const values: Partial<Record<string, string | number>> = { amount: number, card_bin: 400_000 + number, card_brand }
    const conditions = rules.map((name): Condition => ({ name, operator: '!=', value: values[name] ?? `V${number}` }))
    return branch(`n${number}`, conditions, number % 2 ? 'A' : 'B', rest)
  }, 'C')

describe('the effort of a check', () => {
  it('is bounded for the whole of a tree that would take minutes, and what it left open is said once', () => {
    for (const branches of [11, 13, 20]) {
      const effort = effortOfCheck()
      const all = effort.left
      const began = process.cpuUsage()
      const found = checkTree(pigeonholes(branches), about, effort)
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000)
      expect(found.filter(({ kind }) => kind === 'undecided')).toHaveLength(1)
      expect(all - effort.left).toBeLessThan(all * 1.2)
      expect(found.filter(({ kind }) => kind === 'unreachable')).toEqual([])
    }
  })

  it('suffices for fewer branches of that kind', () => {
    expect(checkTree(pigeonholes(8), about)).toEqual([])
  })
})

describe('the way through a tree', () => {
  it('is the same again, survives being written, and another one leads to another processor', () => {
    fc.assert(
      fc.property(treeOf(['amount', 'card_brand', 'random']), fc.nat(lots - 1), (tree, lot) => {
        const facts = { ...nothing, amount: 6_000, card_brand: 'visa' }
        const draw = (id: string) => (lot + id.length * 31) % lots
        const taken = route(tree, facts, draw)
        expect(route(JSON.parse(JSON.stringify(tree)), facts, draw)).toEqual(taken)
        expect(readPath(writePath(taken.path))).toEqual(taken.path)
        const other = otherwise(tree, taken, facts, draw)
        // One fact alone, or the lot of one branch.
        const changed = (name: string, value: Fact, at: string) =>
          name === 'random'
            ? route(tree, facts, (id) => (id === at ? Number(value) : draw(id))).processor
            : route(tree, { ...facts, [name]: value }, draw).processor
        if (other) {
          const { name, value } = other.fact
          expect(other.processor).not.toBe(taken.processor)
          expect(changed(name, name === 'random' ? Number(value) * 100 : value, other.branch)).toBe(other.processor)
        } else
          for (const name of ['amount', 'card_brand', 'random'] as const)
            for (const value of known.get(name) ?? [])
              for (const { branch } of taken.path)
                expect([name, value, changed(name, value, branch)]).toEqual([name, value, taken.processor])
      }),
      { ...seeded, numRuns: 1_000 },
    )
  })
})
