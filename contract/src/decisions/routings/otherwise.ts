import {
  type Condition,
  type Fact,
  type Facts,
  lots,
  type RuleName,
  ruleTypeOf,
  type SingleValue,
  spanOf,
} from '../conditions/condition.rules.ts'
import {
  type Branch,
  branchesOf,
  type Draw,
  type Endpoint,
  type Node,
  type Route,
  route,
  type Side,
} from './tree.rules.ts'

/** One fact that alone would have sent the payment to another processor, and the branch at which it would have turned. */
export interface Otherwise {
  readonly branch: string
  readonly to: Side
  readonly processor: Endpoint
  /** A lot is given as a per cent. */
  readonly fact: { readonly name: RuleName; readonly value: Fact }
}

/** Trees of many values on one rule, none of which leads elsewhere, are not searched to their end. */
const mostTries = 2_000

/** The nearest other outcome: at the last branch of the way at which one fact can turn the payment to another processor. */
export function otherwise(tree: Node, { processor, path }: Route, facts: Facts, draw: Draw): Otherwise | undefined {
  const branches = new Map(branchesOf(tree).map((branch) => [branch.id, branch]))
  let tries = 0
  for (const [at, step] of [...path.entries()].toReversed()) {
    const branch = branches.get(step.branch)
    for (const [name, values] of branch ? changesAt(branch, tree, facts, step.lot) : [])
      for (const value of values) {
        tries += 1
        if (tries > mostTries) return undefined
        const isLot = name === 'random'
        const drawn: Draw = (id) => (isLot && id === step.branch ? Number(value) : draw(id))
        const other = route(tree, isLot ? facts : { ...facts, [name]: value }, drawn)
        const turn = other.path[at]
        if (other.processor === processor || turn?.branch !== step.branch || turn.to === step.to) continue
        const fact = { name, value: isLot ? Number(value) / 100 : value }
        return { branch: step.branch, to: turn.to, processor: other.processor, fact }
      }
  }
  return undefined
}

/** The other values that matter of the rules that a branch asks, each rule's nearest first. */
function changesAt(branch: Branch, tree: Node, facts: Facts, lot: number | null): [RuleName, Fact[]][] {
  const names = [...new Set(branch.if.map(({ name }) => name))]
  // A lot of another branch is another lot.
  const conditionsOn = (name: RuleName) =>
    (name === 'random' ? [branch] : branchesOf(tree)).flatMap((each) => each.if.filter((one) => one.name === name))
  return names.map((name) => {
    const fact = name === 'random' ? lot : facts[name]
    return [name, othersOf(name, fact, conditionsOn(name))]
  })
}

/** One value of each set that conditions do not tell apart, at its ends where it is a span. */
function othersOf(name: RuleName, fact: Fact, conditions: readonly Condition[]): Fact[] {
  const { kind, mayBeMissing } = ruleTypeOf(name)
  const values: Fact[] =
    kind === 'boolean'
      ? [true, false]
      : kind === 'number' || kind === 'percentage'
        ? numbersAround(name, fact, conditions)
        : wordsOf(name, conditions)
  return [...values.filter((value) => value !== fact), ...(mayBeMissing && fact !== null ? [null] : [])]
}

const highest: Partial<Record<RuleName, number>> = { card_bin: 99_999_999, random: lots - 1 }
const lowest: Partial<Record<RuleName, number>> = { card_bin: 10_000_000 }

function numbersAround(name: RuleName, fact: Fact, conditions: readonly Condition[]): number[] {
  const near = conditions.flatMap(({ value }) => {
    const [from, to] = spanOf(name, Number(value))
    return [from - 1, from, to, to + 1]
  })
  const isPossible = (value: number) =>
    value >= (lowest[name] ?? 0) && value <= (highest[name] ?? Number.MAX_SAFE_INTEGER)
  const here = typeof fact !== 'number' ? 0 : name === 'random' ? fact : spanOf(name, fact)[0]
  return [...new Set(near.filter(isPossible))].sort((a, b) => Math.abs(a - here) - Math.abs(b - here))
}

/** Beside the words that conditions ask for, one that none asks for. */
function wordsOf(name: RuleName, conditions: readonly Condition[]): SingleValue[] {
  const asked = new Set(conditions.map(({ value }) => String(value)))
  const another = (ruleTypeOf(name).values ?? usual[name] ?? []).find((word) => !asked.has(word))
  return [...asked, ...(another === undefined ? [] : [another])]
}

/** Values that people know. Of a tree that asks for all of them, no further one is tried. */
const usual: Partial<Record<RuleName, readonly string[]>> = {
  country_code: ['NL', 'BE', 'DE', 'FR', 'GB', 'US'],
  currency_code: ['EUR', 'USD', 'GBP'],
}
