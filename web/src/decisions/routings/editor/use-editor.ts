import { useEffect, useEffectEvent, useState } from 'react'
import {
  applied,
  type Draft,
  type Edit,
  type Editor,
  idsIn,
  inCurrency,
  opened,
  stepBack,
  stepOn,
  undoAll,
} from './tree-edit.ts'

/** The state of the editor of a tree, and the commands on it. They give false where they change nothing. */
export function useEditor(saved: Draft, now: Draft) {
  const [editor, setEditor] = useState<Editor>(() => opened(saved, now))
  const go = (next: Editor) => {
    if (next === editor) return false
    setEditor(next)
    return true
  }
  return {
    now: editor.now,
    saved: editor.saved,
    canStepBack: editor.past.length > 0,
    canStepOn: editor.future.length > 0,
    edit: (edit: Edit) => go(applied(editor, edit, () => freeId(editor.now))),
    stepBack: () => go(stepBack(editor)),
    stepOn: () => go(stepOn(editor)),
    undoAll: (chosen: string, ofSaved: string) => go(undoAll(editor, chosen, ofSaved)),
    /** Keeps the decimal values of all amounts when another currency is chosen. */
    inCurrency: (from: string, to: string) => go(inCurrency(editor, from, to)),
    /** Begins again with another tree, such as the one that a colleague saved. */
    begin: (tree: Draft) => go(opened(tree)),
    /** Goes on with the present tree after a colleague saved another one. */
    saveAs: (saved: Draft) => go({ ...editor, saved }),
  }
}

export type TreeEditing = ReturnType<typeof useEditor>

/** Drawn at random, so that a new branch never gets the lots of one that was removed. */
function freeId(root: Draft): string {
  const taken = idsIn(root)
  for (;;) {
    const id = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => (byte % 36).toString(36)).join('')
    if (!taken.includes(id)) return id
  }
}

/** Ctrl+Z and Ctrl+Shift+Z, unless they are meant for a text field outside of the tree or for a dialog. */
export function useUndoKeys(
  editing: { stepBack: () => void; stepOn: () => void },
  tree: () => HTMLElement | null,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
    const target = event.target instanceof HTMLElement ? event.target : null
    const isInTree = target !== null && tree()?.contains(target) === true
    const isElsewhere = !isInTree && target?.closest('input, textarea, [contenteditable], [role="dialog"]')
    if (!isUndo || isElsewhere) return
    event.preventDefault()
    if (event.shiftKey) editing.stepOn()
    else editing.stepBack()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
