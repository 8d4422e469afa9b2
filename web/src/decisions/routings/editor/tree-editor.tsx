import { Text, VisuallyHidden } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { NamedProcessor } from '../form/use-processors.ts'
import type { ShareOf } from '../shares.ts'
import type { Found, Lit } from './finding.ts'
import { nodeOfText, textOfNode } from './node-text.ts'
import { PlaceLine } from './place-line.tsx'
import { type Edit, isDraftBranch, type Path, placeIn } from './tree-edit.ts'
import styles from './tree-editor.module.css'
import { keyOf, type PlaceRow, rowsOf } from './tree-rows.ts'
import { type TreeNames, useTreeWords } from './tree-words.ts'
import { type TreeEditing, useUndoKeys } from './use-editor.ts'
import { useTreeFocus } from './use-tree-focus.ts'

interface TreeEditorProps {
  label: string
  editing: TreeEditing
  known: TreeNames
  merchant: string | undefined
  /** The processors that an end can be. */
  processors: readonly NamedProcessor[]
  /** The text of a select without options. */
  nothing: string | null
  /** The server's reason at a path of the body, `details.then`. */
  refusedAt: (path: string) => string | undefined
  /** True once somebody tried to save: then everything that is missing is said. */
  saysMissing: boolean
  /** True while it is being sent. */
  isFixed: boolean
  found: readonly Found[]
  lit: Lit | undefined
  /** The share of recent payments at an end. */
  shareOf: ShareOf
  /** Set by the list of findings: the place that is to be shown. */
  focusRef: { current: ((place: string) => void) | undefined }
}

/** The tree of a routing as an indented outline that is edited in place. */
export function TreeEditor(props: TreeEditorProps) {
  const { label, editing, known, found, lit, isFixed } = props
  const { t } = useTranslation()
  const words = useTreeWords(known)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [openEnd, setOpenEnd] = useState<string>()
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<PlaceRow>()
  const [dragged, setDragged] = useState<Path>()
  const [said, say] = useState('')
  const rows = rowsOf(editing.now, (key) => !closed.has(key))
  const { tree, reached, setActiveKey, focus } = useTreeFocus(rows.map(({ key }) => key))
  useUndoKeys(
    {
      stepBack: () => {
        if (editing.stepBack()) say(t('routings.undone'))
      },
      stepOn: () => {
        if (editing.stepOn()) say(t('routings.redone'))
      },
    },
    () => tree.current,
  )
  props.focusRef.current = (place) => {
    const above = place.split('.')
    setClosed(new Set([...closed].filter((key) => key !== '' && !place.startsWith(key) && !above.includes(key))))
    focus(place, 'wrong')
  }

  const fold = (key: string, isOpen: boolean) =>
    setClosed(isOpen ? new Set([...closed].filter((each) => each !== key)) : new Set([...closed, key]))
  const edit = (change: Edit) => !isFixed && editing.edit(change)

  const commands = {
    addCondition: (row: PlaceRow) => {
      if (isDraftBranch(row.node) && row.node.done) edit({ kind: 'edit', at: row.path })
      const place = isDraftBranch(row.node) ? row.node.if.length : 0
      if (edit({ kind: 'add_condition', at: row.path })) focus(row.key, place)
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
  /** An end that was there when payments were decided. */
  const shareAt = ({ path, side }: PlaceRow): string | undefined => {
    const above = placeIn(editing.now, path.slice(0, -1))
    return side && isDraftBranch(above) ? props.shareOf(above.id, side) : undefined
  }
  const removeNow = (row: PlaceRow) => {
    if (edit({ kind: 'remove', at: row.path })) say(t('routings.removed'))
    focus(row.key)
  }

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
    else if (key === 'ArrowRight' && isBranch && !row.isOpen) fold(row.key, true)
    else if (key === 'ArrowRight' && isBranch) go(at + 1)
    else if (key === 'ArrowLeft' && isBranch && row.isOpen && row.key !== '') fold(row.key, false)
    else if (key === 'ArrowLeft' && row.key !== '') focus(keyOf(row.path.slice(0, -1)))
    else return pressToEdit(key, row)
    return true
  }
  const pressToEdit = (key: string, row: PlaceRow): boolean => {
    const isTop = row.path.length === 0
    if (key === 'Enter' && isTop && row.node === null) commands.makeBranch(row)
    else if (key === 'Enter') commands.toggle(row)
    else if ((key === 'Delete' || key === 'Backspace') && row.node !== null) commands.remove(row)
    else if (key === 'c' && (isDraftBranch(row.node) || isTop)) commands.addCondition(row)
    else if (key === 'b' && !isDraftBranch(row.node)) commands.makeBranch(row)
    else if (key === 'p' && !isDraftBranch(row.node) && !isTop) commands.toggle(row)
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

  const rowAtFocus = (event: ClipboardEvent): PlaceRow | undefined =>
    rows.find(({ key }) => event.target instanceof HTMLElement && event.target.dataset['place'] === key)
  const copy = (event: ClipboardEvent, isCut: boolean) => {
    const row = rowAtFocus(event)
    const text = row && textOfNode(row.node)
    if (!row || text === undefined) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    if (isCut) removeNow(row)
    else say(t('routings.copied'))
  }
  const paste = (event: ClipboardEvent) => {
    const row = rowAtFocus(event)
    if (!row) return
    event.preventDefault()
    const node = nodeOfText(event.clipboardData.getData('text/plain'))
    const isDone = node !== undefined && edit({ kind: 'paste', at: row.path, node })
    say(t(isDone ? 'routings.pasted' : 'routings.not_pasted'))
    if (isDone) focus(row.key)
  }

  return (
    <>
      <div
        ref={tree}
        className={styles.tree}
        role="tree"
        aria-label={label}
        onFocus={({ currentTarget }) => {
          currentTarget.dataset['focused'] = 'true'
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          // An element that disappears takes its focus to nothing.
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
            currentTarget.dataset['focused'] = 'false'
        }}
        onCopy={(event) => copy(event, false)}
        onCut={(event) => copy(event, true)}
        onPaste={paste}
      >
        {rows.map((row) => (
          <PlaceLine
            key={row.key}
            row={row}
            words={words}
            currency={known.currency}
            merchant={props.merchant}
            processors={props.processors}
            nothing={props.nothing}
            refusedAt={props.refusedAt}
            isFixed={isFixed}
            saysMissing={props.saysMissing || tried.has(row.key)}
            isReached={row.key === reached}
            isEndOpen={openEnd === row.key}
            found={found.filter(({ place }) => place === row.key)}
            facts={isDraftBranch(row.node) ? lit?.facts.get(row.key) : undefined}
            share={shareAt(row)}
            isLit={lit !== undefined && (lit.end === row.key || lit.facts.has(row.key))}
            onFocus={() => setActiveKey(row.key)}
            onKey={onKey}
            onEdit={edit}
            commands={commands}
            onDrag={() => setDragged(row.path)}
            onDrop={() => {
              if (dragged && edit({ kind: 'exchange', from: dragged, to: row.path })) say(t('routings.moved'))
              setDragged(undefined)
            }}
          />
        ))}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => {
          setRemoving(undefined)
          if (removing) focus(removing.key)
        }}
        title={t('routings.remove_title')}
        verb={t('routings.remove_verb')}
        isDangerous
        onConfirm={() => {
          if (removing) removeNow(removing)
          setRemoving(undefined)
        }}
      >
        <Text size="sm">{t(removing?.path.length === 0 ? 'routings.remove_all_text' : 'routings.remove_text')}</Text>
      </ConfirmDialog>
    </>
  )
}
