import type { Organisation } from '@kontor/contract/organisations/organisation.entity'

export type Node = Pick<Organisation, 'id' | 'name' | 'parent' | 'depth'>

/**
 * Orders each node after its parent. A node is a root here when its parent is not visible, or when it belongs to a
 * circle of parents.
 */
export function inTreeOrder(nodes: readonly Node[]): Node[] {
  const ids = new Set(nodes.map((node) => node.id))
  const children = Map.groupBy(nodes, (node) => (node.parent && ids.has(node.parent) ? node.parent : ''))
  const seen = new Set<string>()
  const below = (parent: string, depth: number): Node[] =>
    (children.get(parent) ?? []).flatMap((node) => {
      if (seen.has(node.id)) return []
      seen.add(node.id)
      return [{ ...node, depth }, ...below(node.id, depth + 1)]
    })
  return below('', 0)
}
