import type { Condition } from '../conditions/condition.rules.ts'
import {
  type Box,
  boxOf,
  type Example,
  effortOfCheck,
  exampleIn,
  isByLot,
  isInside,
  met,
  someOf,
  withoutLot,
} from './boxes.ts'

/** Rules that are compared. The amounts of both are in the currency of their own. */
export interface ComparedRuleset {
  readonly currency_code: string
  readonly rules: readonly Condition[]
}

export interface OtherRuleset extends ComparedRuleset {
  readonly id: string
  /** It is asked about every payment that the checked one is asked about. */
  readonly isAskedAlways: boolean
  /** It is asked about no other payment. */
  readonly isAskedNowhereElse: boolean
}

/**
 * `never`: the rules hit no payment. `same`: both hit the same payments. `within`: the other hits all that they hit.
 * `contains`: they hit all that the other hits. `overlap`: some payments are hit by both. `covered`: others together hit all
 * that they hit. `undecided`: the search took too long to tell whether they are covered.
 */
export const rulesetFindingKinds = ['never', 'same', 'within', 'contains', 'covered', 'overlap', 'undecided'] as const
export type RulesetFindingKind = (typeof rulesetFindingKinds)[number]

export interface RulesetFinding {
  readonly kind: RulesetFindingKind
  readonly ruleset?: string
  /** One of the payments that both hit. */
  readonly example?: Example
}

/**
 * What rules have in common with other rulesets of the same action. Exact as long as rules are independent, as `checkTree` is.
 * Amounts in different currencies are not compared: then nothing is said of the pair.
 */
export function checkRuleset(checked: ComparedRuleset, others: readonly OtherRuleset[]): RulesetFinding[] {
  const box = boxOf(checked.rules)
  if (!box) return [{ kind: 'never' }]
  const known = others.flatMap((other) => {
    const theirs = boxOf(other.rules)
    return theirs && canCompare(checked, box, other, theirs) ? [{ ...other, box: theirs }] : []
  })
  const found = known.flatMap((other) => commonWith(box, other) ?? [])
  const isInOne = found.some(({ kind }) => kind === 'same' || kind === 'within')
  return [...found, ...(isInOne ? [] : coveredBy(box, known))].sort((a, b) => rank(a) - rank(b))
}

type Known = OtherRuleset & { readonly box: Box }

const rank = ({ kind }: RulesetFinding): number => rulesetFindingKinds.indexOf(kind)

const canCompare = (checked: ComparedRuleset, box: Box, other: ComparedRuleset, theirs: Box): boolean =>
  checked.currency_code === other.currency_code || box.amount === undefined || theirs.amount === undefined

/** Each ruleset draws lots of its own: one that hits by lot never hits for certain. */
function commonWith(mine: Box, other: Known): RulesetFinding | undefined {
  const { id, box: theirs, isAskedAlways, isAskedNowhereElse } = other
  const both = met(withoutLot(mine), withoutLot(theirs))
  if (!both) return undefined
  const within = isAskedAlways && !isByLot(theirs) && isInside(withoutLot(mine), withoutLot(theirs))
  const contains = isAskedNowhereElse && !isByLot(mine) && isInside(withoutLot(theirs), withoutLot(mine))
  if (within && contains) return { kind: 'same', ruleset: id }
  if (within) return { kind: 'within', ruleset: id }
  return contains ? { kind: 'contains', ruleset: id } : { kind: 'overlap', ruleset: id, example: exampleIn(both) }
}

/** Amounts in other currencies are facts of their own, so such a ruleset covers nothing for certain. */
function coveredBy(mine: Box, known: readonly Known[]): RulesetFinding[] {
  const sure = known.filter(({ isAskedAlways, box }) => isAskedAlways && !isByLot(box))
  if (sure.length < 2) return []
  const some = someOf({ box: withoutLot(mine), but: sure.map(({ box }) => withoutLot(box)) }, effortOfCheck())
  if (some) return []
  return [{ kind: some === null ? 'undecided' : 'covered' }]
}
