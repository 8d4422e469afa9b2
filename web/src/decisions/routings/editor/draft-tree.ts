import {
  type Operator,
  type RuleName,
  routingOperators,
  ruleNamesOf,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { branchIdPattern, deepest } from '@kontor/contract/decisions/routings/tree.rules'
import type { Draft, Row } from './tree-edit.ts'

/** An unfinished tree that was kept elsewhere; undefined: what was kept is none. */
export function draftTreeIn(given: unknown): Draft | undefined {
  return isDraft(given, deepest) ? given : undefined
}

function isDraft(given: unknown, depth: number): given is Draft {
  if (given === null || typeof given === 'string') return true
  if (typeof given !== 'object' || depth < 0) return false
  const { id, if: rows, then: yes, else: no, done } = given as Readonly<Record<string, unknown>>
  return (
    typeof id === 'string' &&
    branchIdPattern.test(id) &&
    Array.isArray(rows) &&
    rows.every(isRow) &&
    typeof done === 'boolean' &&
    isDraft(yes, depth - 1) &&
    isDraft(no, depth - 1)
  )
}

const names: readonly (RuleName | null)[] = [null, ...ruleNamesOf('routing')]
const operators: readonly (Operator | null)[] = [null, ...routingOperators]

function isRow(given: unknown): given is Row {
  if (typeof given !== 'object' || given === null) return false
  const { name, operator, value } = given as Readonly<Record<string, unknown>>
  // The casts are safe: only what is in the lists is found there.
  return (
    names.includes(name as RuleName) &&
    operators.includes(operator as Operator) &&
    (value === null || ['string', 'number', 'boolean'].includes(typeof value))
  )
}
