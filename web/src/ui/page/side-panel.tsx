import { ActionIcon, CloseButton, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from './page-title.ts'
import styles from './side-panel.module.css'

interface SidePanelProps {
  title: string
  /** A new object each time a key opens the row: it takes the focus into the panel. */
  entered?: object | undefined
  /** Shown before the buttons that lead to other rows. */
  tools?: ReactNode
  /** Replaces these buttons, when the list does not have the row. */
  note?: string | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  children: ReactNode
}

const least = 400
const most = 1000
/** The width that the list keeps, with its margins. */
const kept = 400

/** A list and, when a row is open, its panel: beside the list where both have room, otherwise over it. */
export function PanelBeside({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  const [width] = usePanelWidth()
  return (
    // The cast is needed for a custom property, which React's types do not know.
    <div className={styles.frame} style={{ '--panel-width': `${width}px` } as CSSProperties}>
      <div className={styles.list}>{children}</div>
      {panel}
    </div>
  )
}

/** The details of a row beside its list. The list stays usable, so this is not a dialog. */
export function SidePanel({ title, entered, tools, note, onClose, onPrevious, onNext, children }: SidePanelProps) {
  const { t } = useTranslation()
  usePageTitle(title)
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    // A person who moves through the rows with the arrow keys or clicks one keeps the focus in the list.
    if (entered || !document.activeElement?.closest('tbody')) panel.current?.focus()
  }, [entered])

  // Dialogs, menus and pickers above the panel close first. Some are gone when the key arrives here, so this is checked
  // before they close.
  const isBelow = useRef(false)
  useEffect(() => {
    const look = () => {
      isBelow.current = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
    }
    window.addEventListener('keydown', look, { capture: true })
    return () => window.removeEventListener('keydown', look, { capture: true })
  }, [])

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isBelow.current) onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])

  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => goToNeighbour(event, onPrevious, onNext)}
    >
      <Resizer />
      <Group className={styles.head} justify="space-between" wrap="nowrap" gap="xs">
        <Text component="h2" fw={600} m={0} truncate>
          {title}
        </Text>
        <Group className={styles.tools} gap={4} wrap="nowrap">
          {note === undefined ? (
            <>
              <ActionIcon
                size={28}
                aria-label={t('panel.previous')}
                title={t('panel.previous')}
                disabled={!onPrevious}
                onClick={onPrevious}
              >
                <IconChevronUp size={18} />
              </ActionIcon>
              <ActionIcon
                size={28}
                aria-label={t('panel.next')}
                title={t('panel.next')}
                disabled={!onNext}
                onClick={onNext}
              >
                <IconChevronDown size={18} />
              </ActionIcon>
            </>
          ) : (
            <Text size="xs" c="dimmed" className={styles.note}>
              {note}
            </Text>
          )}
          {tools}
          <CloseButton size="md" aria-label={t('panel.close')} onClick={onClose} />
        </Group>
      </Group>
      <div className={styles.body} data-scroll-restoration-id="panel">
        {children}
      </div>
    </aside>
  )
}

const usePanelWidth = () => useLocalStorage({ key: 'kontor.panel', defaultValue: 560, getInitialValueInEffect: false })

function goToNeighbour(event: KeyboardEvent<HTMLElement>, onPrevious?: () => void, onNext?: () => void): void {
  if (event.target !== event.currentTarget || event.defaultPrevented) return
  const go = event.key === 'ArrowUp' ? onPrevious : event.key === 'ArrowDown' ? onNext : undefined
  if (!go) return
  event.preventDefault()
  go()
}

function Resizer() {
  const { t } = useTranslation()
  const [width, setWidth] = usePanelWidth()
  const edge = useRef<HTMLDivElement>(null)
  const to = (next: number) => {
    const left = edge.current?.closest(`.${styles.frame}`)?.getBoundingClientRect().left ?? 0
    const room = Math.max(least, Math.min(most, window.innerWidth - left - kept))
    setWidth(Math.round(Math.min(room, Math.max(least, next))))
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) to(window.innerWidth - event.clientX)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget; <hr> is not.
    <div
      ref={edge}
      className={styles.resizer}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('panel.resize')}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') to(width + 40)
        if (event.key === 'ArrowRight') to(width - 40)
      }}
    />
  )
}
