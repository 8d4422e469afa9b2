import { createOrganisationEndpoint } from '@kontor/contract/organisations/organisation.endpoints'
import { ActionIcon } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../platform/viewer.ts'
import typography from '../ui/words/typography.module.css'
import type { TreeRow } from './organisation-rows.ts'
import styles from './organisation-tree.module.css'

interface OrganisationTreeProps {
  label: string
  rows: readonly TreeRow[]
  /** The node whose panel is open. */
  openId: string | undefined
  onOpen: (id: string) => void
  onFold: (ids: readonly string[], isOpen: boolean) => void
  onAdd: (row: TreeRow) => void
}

const rowHeight = 38
/** Rows beyond the visible ones, so that scrolling shows no gaps. */
const spare = 12
const typeAhead_ms = 600

/** A tree by the WAI-ARIA pattern. Only the rows that fit are drawn, because a tree may have thousands. */
export function OrganisationTree({ label, rows, openId, onOpen, onFold, onAdd }: OrganisationTreeProps) {
  const { box, measure, first, last, active, setActiveId, goTo } = useRowsInView(rows, openId)
  const goToTyped = useTypeAhead(rows, active, goTo)
  const drawn = rows.slice(first, last)
  // A row that is scrolled away is not drawn, and Tab then reaches the first one that is.
  const reached = drawn.some(({ id }) => id === rows[active]?.id) ? rows[active]?.id : drawn[0]?.id

  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (!press(event.key, { rows, active, goTo, goToTyped, onOpen, onFold })) return
    event.preventDefault()
    // A letter is meant for the tree, not for the keys of the page.
    event.stopPropagation()
  }

  return (
    <div ref={box} className={styles.tree} role="tree" aria-label={label} onScroll={measure}>
      <div role="presentation" style={{ height: first * rowHeight }} />
      {drawn.map((row) => (
        <Row
          key={row.id}
          row={row}
          isSelected={row.id === openId}
          isReached={row.id === reached}
          onFocus={() => setActiveId(row.id)}
          onKey={onKey}
          onOpen={() => {
            setActiveId(row.id)
            onOpen(row.id)
          }}
          onFold={() => onFold([row.id], !row.isOpen)}
          onAdd={() => onAdd(row)}
        />
      ))}
      <div role="presentation" style={{ height: (rows.length - last) * rowHeight }} />
    </div>
  )
}

/** The rows from `first` to before `last` are in view; `active` is the place of the one that the keyboard has reached. */
function useRowsInView(rows: readonly TreeRow[], openId: string | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const [activeId, setActiveId] = useState(openId)
  const [wantsFocus, setWantsFocus] = useState(false)

  const measure = () => {
    if (box.current) setView({ top: box.current.scrollTop, height: box.current.clientHeight })
  }
  const goTo = (index: number, isFocused = true) => {
    const row = rows[index]
    if (!row || !box.current) return
    scrollTo(box.current, index)
    measure()
    setActiveId(row.id)
    if (isFocused) setWantsFocus(true)
  }

  useEffect(() => {
    const element = box.current
    if (!element) return
    const watcher = new ResizeObserver(() => setView({ top: element.scrollTop, height: element.clientHeight }))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (!wantsFocus) return
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(activeId ?? '')}"]`)
    if (!row) return
    row.focus({ preventScroll: true })
    setWantsFocus(false)
  }, [wantsFocus, activeId])

  const openAt = rows.findIndex(({ id }) => id === openId)
  const shownId = useRef<string>(undefined)
  // Once for each node: whoever folds it away and unfolds its branch later stays where they are.
  const showOnce = useEffectEvent(() => {
    if (shownId.current === openId) return
    if (openAt >= 0) {
      goTo(openAt, false)
      // The router then puts the rows where this entry of the history had them.
      requestAnimationFrame(() => goTo(openAt, false))
    }
    if (openAt >= 0 || openId === undefined) shownId.current = openId
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the node may arrive after its address
  useLayoutEffect(() => showOnce(), [openId, openAt < 0])

  return {
    ...{ box, measure, goTo, setActiveId },
    active: Math.max(
      0,
      rows.findIndex(({ id }) => id === activeId),
    ),
    first: Math.max(0, Math.floor(view.top / rowHeight) - spare),
    last: Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + spare),
  }
}

function scrollTo(element: HTMLElement, index: number): void {
  const top = index * rowHeight
  if (top < element.scrollTop) element.scrollTop = top
  if (top + rowHeight > element.scrollTop + element.clientHeight)
    element.scrollTop = top + rowHeight - element.clientHeight
}

/** Goes to the next row whose name begins with what is typed; one letter again goes on to the one after. */
function useTypeAhead(rows: readonly TreeRow[], active: number, goTo: (index: number) => void) {
  const typed = useRef({ text: '', at: 0 })
  return (letter: string) => {
    const isNew = Date.now() - typed.current.at > typeAhead_ms
    const text = isNew ? letter : typed.current.text + letter
    typed.current = { text, at: Date.now() }
    const from = text.length === 1 ? active + 1 : active
    const inTurn = [...rows.keys()].map((index) => (from + index) % rows.length)
    const found = inTurn.find((index) => rows[index]?.name.toLocaleLowerCase().startsWith(text.toLocaleLowerCase()))
    if (found !== undefined) goTo(found)
  }
}

interface Pressed extends Pick<OrganisationTreeProps, 'rows' | 'onOpen' | 'onFold'> {
  active: number
  goTo: (index: number) => void
  goToTyped: (letter: string) => void
}

/** Does what the key means in a tree; false when it means nothing. */
function press(key: string, { rows, active, goTo, goToTyped, onOpen, onFold }: Pressed): boolean {
  const row = rows[active]
  if (!row) return false
  if (key === 'ArrowDown') goTo(active + 1)
  else if (key === 'ArrowUp') goTo(active - 1)
  else if (key === 'Home') goTo(0)
  else if (key === 'End') goTo(rows.length - 1)
  else if (key === 'ArrowRight' && row.isOpen) goTo(active + 1)
  else if (key === 'ArrowRight' && row.hasChildren) onFold([row.id], true)
  else if (key === 'ArrowLeft' && row.isOpen) onFold([row.id], false)
  else if (key === 'ArrowLeft') goTo(rows.findIndex(({ id }) => id === row.parent))
  else if (key === 'Enter' || key === ' ') onOpen(row.id)
  else if (key === '*') onFold(foldingBeside(row, rows), true)
  else if (key.length === 1) goToTyped(key)
  else return false
  return true
}

const foldingBeside = ({ parent }: TreeRow, rows: readonly TreeRow[]): string[] =>
  rows.filter((row) => row.parent === parent && row.hasChildren).map(({ id }) => id)

interface RowProps {
  row: TreeRow
  isSelected: boolean
  isReached: boolean
  onFocus: () => void
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  onOpen: () => void
  onFold: () => void
  onAdd: () => void
}

function Row({ row, isSelected, isReached, onFocus, onKey, onOpen, onFold, onAdd }: RowProps) {
  const { t } = useTranslation()
  const mayAdd = useMay(createOrganisationEndpoint)
  return (
    <div
      className={styles.row}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      aria-selected={isSelected}
      aria-label={row.name}
      tabIndex={isReached ? 0 : -1}
      data-row={row.id}
      // The cast is needed for a custom property, which React's types do not know.
      style={{ '--level': row.level } as CSSProperties}
      onFocus={(event) => event.target === event.currentTarget && onFocus()}
      onKeyDown={onKey}
      onClick={onOpen}
    >
      {/* For the pointer alone: the keyboard folds by the arrow keys. */}
      <span
        className={styles.fold}
        aria-hidden="true"
        onClick={(event) => {
          if (!row.hasChildren) return
          event.stopPropagation()
          onFold()
        }}
      >
        {row.hasChildren && <IconChevronRight size={16} />}
      </span>
      <span className={`${typography.clip} ${styles.name}`} title={row.name}>
        {row.name}
      </span>
      {mayAdd && (
        <ActionIcon
          size={28}
          tabIndex={isReached ? 0 : -1}
          aria-label={t('organisations.add_below', { name: row.name })}
          title={t('organisations.add_below', { name: row.name })}
          onClick={(event) => {
            event.stopPropagation()
            onAdd()
          }}
        >
          <IconPlus size={16} />
        </ActionIcon>
      )}
    </div>
  )
}
