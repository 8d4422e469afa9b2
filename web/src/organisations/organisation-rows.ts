import type { Query } from '@kontor/contract/lists/query-string'
import type { OrganisationNode } from '@kontor/contract/organisations/organisation.schemas'
import { isUuid } from '@kontor/contract/uuid'

/** A node as the tree draws it. */
export interface TreeRow {
  readonly id: string
  readonly name: string
  /** The node above it in the drawing; undefined at the top. */
  readonly parent: string | undefined
  /** From 1. */
  readonly level: number
  readonly place: number
  readonly siblings: number
  readonly hasChildren: boolean
  readonly isOpen: boolean
}

export interface Tree {
  readonly byId: ReadonlyMap<string, OrganisationNode>
  /** By parent; those whose parent the viewer does not see stand under the empty text. */
  readonly children: ReadonlyMap<string, readonly OrganisationNode[]>
}

export function treeOf(nodes: readonly OrganisationNode[]): Tree {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = Map.groupBy(nodes, ({ parent }) => (parent !== null && byId.has(parent) ? parent : ''))
  for (const [parent, below] of children)
    children.set(
      parent,
      below.toSorted((one, other) => one.name.localeCompare(other.name)),
    )
  return { byId, children }
}

/** The nodes above a node, the nearest first. */
export function above({ byId }: Tree, id: string): string[] {
  const found: string[] = []
  let parent = byId.get(id)?.parent
  while (parent && byId.has(parent) && !found.includes(parent)) {
    found.push(parent)
    parent = byId.get(parent)?.parent
  }
  return found
}

/** The rows of the open branches, from top to bottom. */
export function openRows(tree: Tree, isOpen: (id: string) => boolean): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (parent: string, level: number) => {
    const siblings = tree.children.get(parent) ?? []
    for (const [index, { id, name }] of siblings.entries()) {
      const hasChildren = tree.children.has(id)
      const open = hasChildren && isOpen(id)
      rows.push({
        ...{ id, name, level, place: index + 1, siblings: siblings.length },
        ...{ parent: parent || undefined, hasChildren, isOpen: open },
      })
      if (open) add(id, level + 1)
    }
  }
  add('', 1)
  return rows
}

/** The tree of the nodes that a search finds, with the way to each of them. */
export function foundIn(tree: Tree, text: string): Tree {
  const wanted = text.toLocaleLowerCase()
  const kept = new Set<string>()
  for (const { id, name } of tree.byId.values()) {
    if (id !== wanted && !name.toLocaleLowerCase().includes(wanted)) continue
    for (const each of [id, ...above(tree, id)]) kept.add(each)
  }
  return treeOf([...tree.byId.values()].filter(({ id }) => kept.has(id)))
}

/** Finds in the list of organisations the nodes that `foundIn` finds in the tree. */
export const asQuery = (text: string): Query =>
  text === '' ? {} : { _search_by: isUuid(text) ? 'id' : 'name', _search: text }
