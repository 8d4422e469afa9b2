import { type Branch, branchesOf, isBranch, type Node } from '@kontor/contract/decisions/routings/tree.rules'

export interface TreeChange {
  readonly kind: 'added' | 'removed' | 'conditions' | 'ends'
  readonly branch: Branch
}

/** How one tree differs from an earlier one, branch by branch: a branch keeps its id over edits. */
export function treeChanges(before: Node, after: Node): TreeChange[] {
  const [old, now] = [byId(before), byId(after)]
  const removed = [...old.values()].filter(({ id }) => !now.has(id))
  const changed = [...now.values()].flatMap((branch): TreeChange[] => {
    const earlier = old.get(branch.id)
    if (!earlier) return [{ kind: 'added', branch }]
    const isOther = JSON.stringify(earlier.if) !== JSON.stringify(branch.if)
    const leadsElsewhere = nameOf(earlier.then) !== nameOf(branch.then) || nameOf(earlier.else) !== nameOf(branch.else)
    return [
      ...(isOther ? [{ kind: 'conditions', branch } as const] : []),
      ...(leadsElsewhere ? [{ kind: 'ends', branch } as const] : []),
    ]
  })
  return [...changed, ...removed.map((branch) => ({ kind: 'removed', branch }) as const)]
}

const byId = (tree: Node) => new Map(branchesOf(tree).map((branch) => [branch.id, branch]))
const nameOf = (node: Node): string => (isBranch(node) ? node.id : node)
