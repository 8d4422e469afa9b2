import { isCanonicalUuid } from '../../uuid.ts'
import { type Problem, problemsOfCondition } from '../conditions/condition-problems.ts'
import { isObject } from '../conditions/is-object.ts'
import { branchIdPattern, deepest, longestTree_bytes, mostBranches, mostConditions } from './tree.rules.ts'

/** The most problems that are told at once. */
const mostProblems = 50

/**
 * What is wrong with a tree that was given from outside, each with the way to it: `if.0.value`, `then.else`. Empty: it is
 * an `UnnamedBranch`.
 */
export function problemsOfTree(given: unknown): Problem[] {
  if (given === undefined || given === null || (isObject(given) && Object.keys(given).length === 0))
    return [{ path: [], reason: 'required' }]
  if (!isObject(given)) return [{ path: [], reason: 'invalid_type' }]
  const problems = ofNode(given, [], { ids: new Set(), branches: 0, problems: 0 }).slice(0, mostProblems)
  const isLong = problems.length === 0 && JSON.stringify(given).length > longestTree_bytes
  return isLong ? [{ path: [], reason: 'too_long' }] : problems
}

type Path = readonly (string | number)[]

/** What was found so far. */
interface Found {
  ids: Set<unknown>
  branches: number
  problems: number
}

/** A tree that is too deep or too large is refused before it is walked to its end. */
function ofNode(node: unknown, path: Path, found: Found): Problem[] {
  if (found.problems >= mostProblems || found.branches > mostBranches) return []
  const own = isObject(node) ? ofBranch(node, path, found) : ofEndpoint(node)
  found.problems += own.length
  const here = own.map((each) => ({ ...each, path: [...path, ...each.path] }))
  if (!isObject(node) || own.some(({ reason }) => reason === 'too_deep_for_route')) return here
  const sides = (['then', 'else'] as const).flatMap((side) => ofNode(node[side], [...path, side], found))
  return [...here, ...sides]
}

const ofEndpoint = (node: unknown): Problem[] => {
  const reason = wrongEndpoint(node)
  return reason ? [{ path: [], reason }] : []
}

function ofBranch(branch: Record<string, unknown>, path: Path, found: Found): Problem[] {
  found.branches += 1
  if (found.branches > mostBranches) return [{ path: [], reason: 'too_many' }]
  if (path.length >= deepest) return [{ path: [], reason: 'too_deep_for_route' }]
  const unknown = Object.keys(branch).filter((key) => !['id', 'if', 'then', 'else'].includes(key))
  return [
    ...unknown.map((key) => ({ path: [key], reason: 'unknown' })),
    ...ofId(branch['id'], found.ids),
    ...ofConditions(branch['if']),
  ]
}

function wrongEndpoint(node: unknown): string | undefined {
  if (node === undefined || node === null || node === '') return 'required'
  if (typeof node !== 'string') return 'invalid_type'
  return isCanonicalUuid(node) ? undefined : 'invalid_id'
}

function ofId(id: unknown, ids: Set<unknown>): Problem[] {
  if (id === undefined) return []
  if (typeof id !== 'string' || !branchIdPattern.test(id)) return [{ path: ['id'], reason: 'invalid_id' }]
  if (ids.has(id)) return [{ path: ['id'], reason: 'twice' }]
  ids.add(id)
  return []
}

function ofConditions(conditions: unknown): Problem[] {
  if (conditions === undefined) return [{ path: ['if'], reason: 'required' }]
  if (!Array.isArray(conditions)) return [{ path: ['if'], reason: 'invalid_type' }]
  if (conditions.length === 0) return [{ path: ['if'], reason: 'required' }]
  if (conditions.length > mostConditions) return [{ path: ['if'], reason: 'too_many' }]
  return conditions.flatMap((condition, place) =>
    problemsOfCondition(condition, 'routing').map(({ path, reason }) => ({ path: ['if', place, ...path], reason })),
  )
}
