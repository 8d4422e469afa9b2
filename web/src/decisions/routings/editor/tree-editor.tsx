import { Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import type { NamedProcessor } from '../form/use-processors.ts'
import type { ShareOf } from '../shares.ts'
import type { Found, Lit } from './finding.ts'
import { PlaceLine } from './place-line.tsx'
import { type Edit, isDraftBranch, type Path, placeIn } from './tree-edit.ts'
import styles from './tree-editor.module.css'
import { treeKeys } from './tree-keys.ts'
import { type PlaceRow, rowsOf } from './tree-rows.ts'
import { type TreeNames, useTreeWords } from './tree-words.ts'
import { type TreeEditing, useUndoKeys } from './use-editor.ts'
import { useTreeClipboard } from './use-tree-clipboard.ts'
import { useTreeCommands } from './use-tree-commands.ts'
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

  const { commands, removeNow, openEnd, tried, removing, setRemoving } = useTreeCommands({
    words,
    edit,
    focus,
    say,
    fold,
  })
  const onKey = treeKeys({ rows, commands, focus })
  const clipboard = useTreeClipboard({ rows, edit, focus, say, removeNow })
  /** An end that was there when payments were decided. */
  const shareAt = ({ path, side }: PlaceRow): string | undefined => {
    const above = placeIn(editing.now, path.slice(0, -1))
    return side && isDraftBranch(above) ? props.shareOf(above.id, side) : undefined
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
        {...clipboard}
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
      <RemoveDialog
        row={removing}
        onClose={() => {
          setRemoving(undefined)
          if (removing) focus(removing.key)
        }}
        onConfirm={(row) => {
          removeNow(row)
          setRemoving(undefined)
        }}
      />
    </>
  )
}

interface RemoveDialogProps {
  /** Undefined while nothing is asked. */
  row: PlaceRow | undefined
  onClose: () => void
  onConfirm: (row: PlaceRow) => void
}

/** Emptying a branch asks: it takes everything below along. */
function RemoveDialog({ row, onClose, onConfirm }: RemoveDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened={row !== undefined}
      onClose={onClose}
      title={t('routings.remove_title')}
      verb={t('routings.remove_verb')}
      isDangerous
      onConfirm={() => row && onConfirm(row)}
    >
      <Text size="sm">{t(row?.path.length === 0 ? 'routings.remove_all_text' : 'routings.remove_text')}</Text>
    </ConfirmDialog>
  )
}
