import { type Condition, type Fact, type Facts, factOf, holds } from '../conditions/condition.rules.ts'

/** A routing's tree: branches with processors at their ends (specification 001, section 3). */
export interface Branch {
  /** Stays the same over edits: lots are drawn by it, and decisions name it. Unique within the tree. */
  readonly id: string
  /** All of them must hold for `then`. */
  readonly if: readonly Condition[]
  readonly then: Node
  readonly else: Node
}

/** The id of a processor. */
export type Endpoint = string
export type Node = Branch | Endpoint
export type Side = 'then' | 'else'

export const isBranch = (node: Node): node is Branch => typeof node === 'object'

export const branchIdPattern = /^[a-z0-9]{1,8}$/
export const mostBranches = 200
/** The most branches on the way to a processor. */
export const deepest = 20
/** The most conditions of one branch. */
export const mostConditions = 20
/** The longest text of a tree, in bytes of JSON. */
export const longestTree_bytes = 65_536

/** The decision of one branch. `failed` is the place of the first condition that does not hold, null when all hold. */
export interface Step {
  readonly branch: string
  readonly to: Side
  readonly failed: number | null
  /** 0 to 9999. Null: no condition that was looked at asks for it. */
  readonly lot: number | null
}

export interface Route {
  readonly processor: Endpoint
  readonly path: readonly Step[]
}

/** Draws the lot of a branch, 0 to 9999: the same one whenever it is asked. */
export type Draw = (branch: string) => number

/** The way of a payment through a tree. */
export function route(tree: Node, facts: Facts, draw: Draw): Route {
  const path: Step[] = []
  let node = tree
  while (isBranch(node)) {
    const step = stepOf(node, facts, draw)
    path.push(step)
    node = node[step.to]
  }
  return { processor: node, path }
}

function stepOf({ id, if: conditions }: Branch, facts: Facts, draw: Draw): Step {
  let lot: number | null = null
  const drawn = () => {
    lot ??= draw(id)
    return lot
  }
  const failed = conditions.findIndex((condition) => !holds(condition, factOf(condition.name, facts, drawn)))
  return { branch: id, to: failed === -1 ? 'then' : 'else', failed: failed === -1 ? null : failed, lot }
}

/** A condition on the way of a payment. `held` is null for one behind the first that does not hold. */
export interface LookedAt extends Condition {
  readonly fact: Fact
  readonly held: boolean | null
}

/** The conditions of a step, with what the payment was. A lot is given as a per cent. */
export function lookedAt({ if: conditions }: Branch, { failed, lot }: Step, facts: Facts): LookedAt[] {
  return conditions.map((condition, place) => ({
    ...condition,
    fact: condition.name === 'random' ? (lot === null ? null : lot / 100) : facts[condition.name],
    held: failed === null || place < failed ? true : place === failed ? false : null,
  }))
}

/** The tree without some of its processors: of a branch with one side left, that side remains. Undefined: nothing remains. */
export function without(node: Node, isOut: (processor: Endpoint) => boolean): Node | undefined {
  if (!isBranch(node)) return isOut(node) ? undefined : node
  const [onThen, onElse] = [without(node.then, isOut), without(node.else, isOut)]
  if (onThen === undefined || onElse === undefined) return onThen ?? onElse
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  return { ...node, then: onThen, else: onElse }
}

/** All branches, the top first. */
export function branchesOf(node: Node): Branch[] {
  return isBranch(node) ? [node, ...branchesOf(node.then), ...branchesOf(node.else)] : []
}

/** The processors at the ends, each once, in the order of the tree. */
export function endpointsOf(node: Node): Endpoint[] {
  return [...new Set(isBranch(node) ? [...endpointsOf(node.then), ...endpointsOf(node.else)] : [node])]
}

/** The tree with the ids of a new tree given to branches that have none. */
export function withIds(tree: UnnamedBranch): Branch {
  const taken = new Set(namesIn(tree))
  let last = 0
  const free = (): string => {
    do last += 1
    while (taken.has(`b${last}`))
    return `b${last}`
  }
  const named = (node: UnnamedNode): Node => (typeof node === 'string' ? node : branch(node))
  const branch = ({ id = free(), ...node }: UnnamedBranch): Branch => ({
    id,
    if: node.if.map(({ name, operator, value }) => ({ name, operator, value })),
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: named(node.then),
    else: named(node.else),
  })
  return branch(tree)
}

/** A branch as it may be given: the server names one without an id. */
export interface UnnamedBranch {
  readonly id?: string | undefined
  readonly if: readonly Condition[]
  readonly then: UnnamedNode
  readonly else: UnnamedNode
}
export type UnnamedNode = UnnamedBranch | Endpoint

function namesIn(node: UnnamedNode): string[] {
  if (typeof node === 'string') return []
  return [...(node.id === undefined ? [] : [node.id]), ...namesIn(node.then), ...namesIn(node.else)]
}

/** The same tree has the same text, whatever the order of its keys. */
export function canonical(node: Node): string {
  if (!isBranch(node)) return JSON.stringify(node)
  const conditions = node.if.map(({ name, operator, value }) => JSON.stringify({ name, operator, value }))
  return `{"id":${JSON.stringify(node.id)},"if":[${conditions}],"then":${canonical(node.then)},"else":${canonical(node.else)}}`
}

/** A path in few bytes: `a+ b-1:4321 c+` is then at a; else at b by its second condition, lot 4321; then at c. */
export const writePath = (path: readonly Step[]): string =>
  path
    .map(
      ({ branch, failed, lot }) => `${branch}${failed === null ? '+' : `-${failed}`}${lot === null ? '' : `:${lot}`}`,
    )
    .join(' ')

export function readPath(text: string): Step[] {
  return [...text.matchAll(/([a-z0-9]+)(?:\+|-(\d+))(?::(\d+))?/g)].map(([, branch = '', failed, lot]) => ({
    branch,
    to: failed === undefined ? 'then' : 'else',
    failed: failed === undefined ? null : Number(failed),
    lot: lot === undefined ? null : Number(lot),
  }))
}
