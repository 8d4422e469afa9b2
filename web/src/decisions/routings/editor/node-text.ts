import type { Branch, Node } from '@kontor/contract/decisions/routings/tree.rules'
import { problemsOfTree } from '@kontor/contract/decisions/routings/tree-problems'
import { isUuid } from '@kontor/contract/uuid'
import { type Draft, finished } from './tree-edit.ts'

/** A part of a tree as text that another editor takes; undefined while something is missing. */
export function textOfNode(draft: Draft): string | undefined {
  const node = typeof draft === 'string' ? draft : finished(draft)
  return node === undefined ? undefined : JSON.stringify(node, null, 2)
}

/** The part of a tree that a text describes; undefined when it describes none. */
export function nodeOfText(text: string): Node | undefined {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given === 'string') return isUuid(given) ? given : undefined
    // The cast is safe: a tree without a problem is one, and its ids are given by the editor that takes it.
    return problemsOfTree(given).length === 0 ? (given as Branch) : undefined
  } catch {
    return undefined
  }
}
