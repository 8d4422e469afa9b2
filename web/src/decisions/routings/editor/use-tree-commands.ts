import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Edit, isDraftBranch } from './tree-edit.ts'
import type { PlaceRow } from './tree-rows.ts'
import type { useTreeWords } from './tree-words.ts'
import type { useTreeFocus } from './use-tree-focus.ts'

interface TreeHouse {
  words: ReturnType<typeof useTreeWords>
  /** False: the tree is as it was. */
  edit: (change: Edit) => boolean
  focus: ReturnType<typeof useTreeFocus>['focus']
  /** Tells what was done to whoever does not see it. */
  say: (text: string) => void
  fold: (key: string, isOpen: boolean) => void
}

export type TreeCommands = ReturnType<typeof useTreeCommands>['commands']

/** What can be done at a place of the tree, by the pointer and by keys. */
export function useTreeCommands({ words, edit, focus, say, fold }: TreeHouse) {
  const { t } = useTranslation()
  const [openEnd, setOpenEnd] = useState<string>()
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<PlaceRow>()
  const removeNow = (row: PlaceRow) => {
    if (edit({ kind: 'remove', at: row.path })) say(t('routings.removed'))
    focus(row.key)
  }
  const commands = {
    addCondition: (row: PlaceRow) => {
      const { node, key, path } = row
      const isDone = isDraftBranch(node) && node.done
      const added: Edit = isDone ? { kind: 'edit', at: path, addsCondition: true } : { kind: 'add_condition', at: path }
      if (edit(added)) focus(key, isDraftBranch(node) ? node.if.length : 0)
    },
    removeCondition: (row: PlaceRow, place: number) => {
      if (edit({ kind: 'remove_condition', at: row.path, row: place })) focus(row.key, place - 1)
    },
    makeBranch: (row: PlaceRow) => {
      const kind = row.path.length === 0 ? 'add_condition' : 'make_branch'
      if (edit({ kind, at: row.path })) focus(row.key, 'field')
    },
    choose: (row: PlaceRow, processor: string) => {
      edit({ kind: 'set_endpoint', at: row.path, processor })
      setOpenEnd(undefined)
      focus(row.key)
      say(t('routings.chosen', { name: words.processorText(processor) }))
    },
    /** Opens what is done, and finishes what is open. */
    toggle: (row: PlaceRow) => {
      const { node, key, path } = row
      if (!isDraftBranch(node)) {
        setOpenEnd(key)
        focus(key, 'field')
      } else if (node.done) {
        edit({ kind: 'edit', at: path })
        focus(key, 'field')
      } else if (edit({ kind: 'done', at: path })) {
        focus(key)
        say(t('routings.is_done'))
      } else {
        setTried(new Set([...tried, key]))
        focus(key, 'wrong')
      }
    },
    remove: (row: PlaceRow) => {
      if (isDraftBranch(row.node)) setRemoving(row)
      else removeNow(row)
    },
    swap: (row: PlaceRow) => {
      if (!isDraftBranch(row.node) || !edit({ kind: 'swap_sides', at: row.path })) return
      focus(row.key)
      say(t('routings.swapped'))
    },
    fold,
  }
  return { commands, removeNow, openEnd, tried, removing, setRemoving }
}
