import type { Organisation } from '@kontor/contract/organisations/organisation.entity'

export type Node = Pick<Organisation, 'id' | 'name' | 'parent' | 'depth'>

/** Each node behind its parent. A node whose parent may not be seen is a root here, as is one in a broken circle. */
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
