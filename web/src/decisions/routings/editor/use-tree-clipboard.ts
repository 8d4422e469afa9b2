import type { ClipboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { nodeOfText, textOfNode } from './node-text.ts'
import type { Edit } from './tree-edit.ts'
import type { PlaceRow } from './tree-rows.ts'

interface Copied {
  rows: readonly PlaceRow[]
  edit: (change: Edit) => boolean
  focus: (key: string) => void
  say: (text: string) => void
  removeNow: (row: PlaceRow) => void
}

/** A part of a tree is copied as text, also into another routing. */
export function useTreeClipboard({ rows, edit, focus, say, removeNow }: Copied) {
  const { t } = useTranslation()
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
  return {
    onCopy: (event: ClipboardEvent) => copy(event, false),
    onCut: (event: ClipboardEvent) => copy(event, true),
    onPaste: paste,
  }
}
