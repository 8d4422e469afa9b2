import type { Side } from '@kontor/contract/decisions/routings/tree.rules'
import { type Draft, isDraftBranch, type Path } from './tree-edit.ts'

/** A place of the tree as it is drawn. */
export interface PlaceRow {
  readonly key: string
  readonly path: Path
  /** Undefined at the top. */
  readonly side: Side | undefined
  readonly node: Draft
  /** From 1. */
  readonly level: number
  readonly isOpen: boolean
}

/** The key of a place: its way from the top. */
export const keyOf = (path: Path): string => path.join('.')

/** The places of the open branches, from top to bottom. */
export function rowsOf(node: Draft, isOpen: (key: string) => boolean, path: Path = []): PlaceRow[] {
  const key = keyOf(path)
  const open = isDraftBranch(node) && isOpen(key)
  const row = { key, path, side: path.at(-1), node, level: path.length + 1, isOpen: open }
  if (!isDraftBranch(node) || !open) return [row]
  return [row, ...rowsOf(node.then, isOpen, [...path, 'then']), ...rowsOf(node.else, isOpen, [...path, 'else'])]
}

/** The keys of all branches by their ids, and the way to each. */
export function placesById(node: Draft, path: Path = []): ReadonlyMap<string, Path> {
  if (!isDraftBranch(node)) return new Map()
  return new Map([
    [node.id, path],
    ...placesById(node.then, [...path, 'then']),
    ...placesById(node.else, [...path, 'else']),
  ])
}
