import type { Condition, RuleName } from '../conditions/condition.rules.ts'
import { type Branch, branchesOf, endpointsOf, isBranch, type Node, type Side } from '../routings/tree.rules.ts'
import {
  type Box,
  boxOf,
  type Effort,
  type Example,
  effortOfCheck,
  exampleIn,
  isByLot,
  narrowed,
  overlaps,
  type Region,
  someOf,
  without,
  withoutLot,
} from './boxes.ts'
import { everything, meant, only, onlyMissing, outside } from './values.ts'

/** A processor that a tree may name. */
export interface UsableProcessor {
  readonly id: string
  /** The payment profile has it. Without a payment profile: it may be used. */
  readonly inProfile: boolean
  readonly active: boolean
  readonly payment_product: string
}

/** Its amounts are in minor units of its currency. */
export interface BlockingRuleset {
  readonly currency_code: string
  readonly rules: readonly Condition[]
}

/** Where the tree decides. */
export interface Surroundings {
  readonly payment_product: string
  /** Of the amounts in the tree. */
  readonly currency_code: string
  /** Of the payments; undefined while no payment profile is known. */
  readonly profile_currency?: string | undefined
  /** No rate leads from the payments' currency to the tree's, so that their amounts are missing. */
  readonly isWithoutRate?: boolean | undefined
  readonly processors: readonly UsableProcessor[]
  /** Rulesets that block payments before the tree is asked. */
  readonly blocking?: readonly BlockingRuleset[]
}

export const findingKinds = [
  'processor_missing',
  'processor_inactive',
  'processor_other_product',
  'never_used',
  'unreachable',
  'always_true',
  'always_false',
  'makes_no_difference',
  'amount_without_rate',
  'undecided',
] as const
export type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  readonly kind: FindingKind
  /** An error keeps the tree from working in the payment profile. */
  readonly level: 'error' | 'warning'
  readonly branch?: string
  /** The side of the branch that is meant, or the place of the condition. */
  readonly at?: Side | number
  readonly processor?: string
  /** One of the payments that it is about. */
  readonly example?: Example
  /** It is so because rulesets block payments before. */
  readonly blocked?: true
}

/**
 * All that can be known of a tree without a payment, errors first: ends that no payment reaches, conditions that decide
 * nothing, processors that take nothing. Exact as long as the rules are independent (a BIN does not tell the brand here);
 * `undecided` stands at the first place where the effort had ended, and nothing is said of what it left open.
 */
export function checkTree(tree: Node, surroundings: Surroundings, effort: Effort = effortOfCheck()): Finding[] {
  const found = findingsOf(tree, surroundings, effort)
  if (!surroundings.blocking?.length) return found
  const without = new Set(findingsOf(tree, { ...surroundings, blocking: [] }, effort).map(keyOf))
  // Rulesets are the reason only of what is known to be otherwise without them.
  if (effort.left < 0) return found
  return found.map((finding) => (without.has(keyOf(finding)) ? finding : { ...finding, blocked: true }))
}

const keyOf = ({ kind, branch, at, processor }: Finding): string => [kind, branch, at, processor].join(' ')

function findingsOf(tree: Node, surroundings: Surroundings, effort: Effort): Finding[] {
  const state: State = { findings: [], surroundings, effort }
  visit(tree, startOf(surroundings), {}, state)
  const { findings, undecided } = state
  if (undecided) findings.push({ kind: 'undecided', level: 'warning', ...undecided })
  const named = new Set(endpointsOf(tree))
  for (const { id, inProfile, active, payment_product } of surroundings.processors)
    if (inProfile && active && payment_product === surroundings.payment_product && !named.has(id))
      findings.push({ kind: 'never_used', level: 'error', processor: id })
  if (surroundings.isWithoutRate && branchesOf(tree).some((branch) => branch.if.some(({ name }) => name === 'amount')))
    findings.unshift({ kind: 'amount_without_rate', level: 'warning' })
  return [...findings.filter(({ level }) => level === 'error'), ...findings.filter(({ level }) => level === 'warning')]
}

interface State {
  readonly findings: Finding[]
  readonly surroundings: Surroundings
  readonly effort: Effort
  /** The first place of which the effort left something open. */
  undecided?: Pick<Finding, 'branch' | 'at'>
}

/** The side of a branch from which a node is reached. */
interface Place {
  branch?: string
  at?: Side
}

function visit(node: Node, region: Region, place: Place, state: State): void {
  const some = someAt(place, region, state)
  if (some === undefined) {
    unreachable(place, state)
    return
  }
  if (isBranch(node)) visitBranch(node, { ...region, free: some ?? undefined }, state)
  else visitEnd(node, some, place, state)
}

function someAt(place: Pick<Finding, 'branch' | 'at'>, region: Region, state: State): Box | undefined | null {
  const some = someOf(region, state.effort)
  if (some === null) state.undecided ??= place
  return some
}

const unreachable = (place: Place, { findings }: State): void => {
  findings.push({ kind: 'unreachable', level: 'warning', ...place })
}

function visitBranch(node: Branch, region: Region, state: State): void {
  const then = thenOf(node, region, state)
  if (sameText(node.then, node.else))
    state.findings.push({ kind: 'makes_no_difference', level: 'warning', branch: node.id })
  if (then) visit(node.then, then, { branch: node.id, at: 'then' }, state)
  else unreachable({ branch: node.id, at: 'then' }, state)
  visit(node.else, elseOf(node, region), { branch: node.id, at: 'else' }, state)
}

/** The payments for which all conditions hold; says which conditions decide nothing on the way. */
function thenOf(node: Branch, { box, but, free }: Region, state: State): Region | undefined {
  const { findings } = state
  let region: Region = { box, but, free }
  for (const [at, condition] of node.if.entries()) {
    const place = { branch: node.id, at }
    const about = { ...place, level: 'warning' as const }
    const yes = narrowedRegion(region, condition, true)
    const holding = yes && someAt(place, yes, state)
    if (!yes || holding === undefined) {
      findings.push({ kind: 'always_false', ...about })
      return undefined
    }
    const no = narrowedRegion(region, condition, false)
    if (!no || someAt(place, no, state) === undefined) findings.push({ kind: 'always_true', ...about })
    region = { ...yes, free: holding ?? undefined }
  }
  // A branch's lot is drawn for it alone: it says nothing of those behind it.
  const then = withoutLot(region.box)
  return { box: then, but: but.filter((each) => overlaps(then, each)), free: region.free && withoutLot(region.free) }
}

function narrowedRegion({ box, but, free }: Region, condition: Condition, isHeld: boolean): Region | undefined {
  const { name } = condition
  const values = isHeld ? meant(condition) : outside(name, meant(condition))
  const rest = narrowed(box, name, values)
  return rest && { box: rest, but, free: free && narrowed(free, name, values) }
}

/** All but those for whom the conditions hold; all of them where a lot may always decide otherwise. */
function elseOf(node: Branch, region: Region): Region {
  const held = boxOf(node.if)
  if (!held || !overlaps(region.box, held)) return region
  if (isByLot(held)) return region
  const facts = withoutLot(held)
  const [free] = region.free ? without(region.free, facts) : []
  return { box: region.box, but: [...region.but, facts], free }
}

/** Without payments of which it is known that they come to the end, no example is given. */
function visitEnd(id: string, payments: Box | null, place: Place, { findings, surroundings }: State): void {
  const processor = surroundings.processors.find((each) => each.id === id)
  const example = payments && { example: exampleIn(payments) }
  const about = { processor: id, level: 'error' as const, ...place, ...example }
  if (!processor?.inProfile) findings.push({ kind: 'processor_missing', ...about })
  else if (processor.payment_product !== surroundings.payment_product)
    findings.push({ kind: 'processor_other_product', ...about })
  else if (!processor.active) findings.push({ kind: 'processor_inactive', ...about, level: 'warning' })
}

const ofCards: readonly RuleName[] = ['card', 'card_brand', 'card_bin']

/** What the product and the payment profile say of every payment that comes to the tree. */
function startOf(surroundings: Surroundings): Region {
  const { payment_product, currency_code, profile_currency, isWithoutRate, blocking = [] } = surroundings
  const box: Box = {}
  if (profile_currency !== undefined) box.currency_code = only('currency_code', [profile_currency])
  // An amount in the tree's own currency needs no rate.
  if (profile_currency === currency_code) box.amount = { ...everything('amount'), missing: false }
  else if (isWithoutRate) box.amount = onlyMissing('amount')
  if (payment_product !== 'card') {
    box['3ds'] = only('3ds', ['false'])
    for (const name of ofCards) box[name] = onlyMissing(name)
  }
  // Amounts in another currency than the tree's cannot be compared. What is blocked by lot comes to the tree now and then.
  const blocked = blocking
    .filter((each) => each.currency_code === currency_code || each.rules.every(({ name }) => name !== 'amount'))
    .map(({ rules }) => boxOf(rules))
    .filter((each) => each !== undefined && !isByLot(each))
  return { box, but: blocked.map((each) => withoutLot(each ?? {})) }
}

/** True when both sides decide the same. Lots differ from branch to branch. */
const sameText = (a: Node, b: Node): boolean => textOf(a) === textOf(b)

function textOf(node: Node): string {
  if (!isBranch(node)) return JSON.stringify(node)
  const conditions = node.if.map(({ name, operator, value }) => [
    name,
    operator,
    value,
    name === 'random' ? node.id : '',
  ])
  return `[${JSON.stringify(conditions)},${textOf(node.then)},${textOf(node.else)}]`
}
