import type { KeyboardEvent } from 'react'
import { isDraftBranch } from './tree-edit.ts'
import { keyOf, type PlaceRow } from './tree-rows.ts'
import type { TreeCommands } from './use-tree-commands.ts'

interface Keyed {
  rows: readonly PlaceRow[]
  commands: TreeCommands
  focus: (key: string) => void
}

/** The keys of the tree: arrows move, letters edit (WAI-ARIA tree pattern). */
export function treeKeys({ rows, commands, focus }: Keyed) {
  /** Does what the key means for a place; false when it means nothing. */
  const press = (key: string, row: PlaceRow): boolean => {
    const at = rows.indexOf(row)
    const go = (index: number) => {
      const next = rows[index]
      if (next) focus(next.key)
    }
    const isBranch = isDraftBranch(row.node)
    if (key === 'ArrowDown') go(at + 1)
    else if (key === 'ArrowUp') go(at - 1)
    else if (key === 'Home') go(0)
    else if (key === 'End') go(rows.length - 1)
    else if (key === 'ArrowRight' && isBranch && !row.isOpen) commands.fold(row.key, true)
    else if (key === 'ArrowRight' && isBranch) go(at + 1)
    else if (key === 'ArrowLeft' && isBranch && row.isOpen && row.key !== '') commands.fold(row.key, false)
    else if (key === 'ArrowLeft' && row.key !== '') focus(keyOf(row.path.slice(0, -1)))
    else return pressToEdit(key, row)
    return true
  }
  const pressToEdit = (key: string, row: PlaceRow): boolean => {
    const letter = key.toLowerCase()
    const isTop = row.path.length === 0
    if (key === 'Enter' && isTop && row.node === null) commands.makeBranch(row)
    else if (key === 'Enter') commands.toggle(row)
    else if ((key === 'Delete' || key === 'Backspace') && row.node !== null) commands.remove(row)
    else if (letter === 'c' && (isDraftBranch(row.node) || isTop)) commands.addCondition(row)
    else if (letter === 'b' && !isDraftBranch(row.node)) commands.makeBranch(row)
    else if (letter === 'p' && !isDraftBranch(row.node) && !isTop) commands.toggle(row)
    else return false
    return true
  }
  /** Escape leads from a field back to its place, and Enter finishes. An open select takes both for itself. */
  const onKeyInField = (event: KeyboardEvent<HTMLElement>, row: PlaceRow) => {
    const { target, key } = event
    const isOpenSelect = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'
    if (event.defaultPrevented || isOpenSelect) return
    if (key === 'Escape') {
      event.stopPropagation()
      focus(row.key)
    } else if (key === 'Enter' && target instanceof HTMLInputElement) {
      // It would send the form.
      event.preventDefault()
      if (isDraftBranch(row.node)) commands.toggle(row)
    }
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, row: PlaceRow) => {
    if (event.target !== event.currentTarget) return onKeyInField(event, row)
    const isSwap = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    if (isSwap) commands.swap(row)
    else if (event.ctrlKey || event.metaKey || event.altKey || !press(event.key, row)) return
    event.preventDefault()
    // A letter is meant for the tree, not for the keys of the page.
    event.stopPropagation()
  }
  return onKey
}
