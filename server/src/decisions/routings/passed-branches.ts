import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import { type Branch, branchesOf, lookedAt, type Step } from '@kontor/contract/decisions/routings/tree.rules'

/** The branches on the way of a payment, each with its conditions and what the payment was. A lot is a per cent. */
export function passedBranches(tree: Branch, path: readonly Step[], facts: Facts) {
  const branches = new Map(branchesOf(tree).map((branch) => [branch.id, branch]))
  return path.flatMap((step) => {
    const branch = branches.get(step.branch)
    if (!branch) return []
    const { to, lot } = step
    return [{ branch: branch.id, to, lot: lot === null ? null : lot / 100, conditions: lookedAt(branch, step, facts) }]
  })
}
