import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'
import styles from './palette-list.module.css'
import type { PaletteGroup, PaletteItem } from './use-palette-groups.tsx'

interface PaletteListProps {
  groups: readonly PaletteGroup[]
  chosen: PaletteItem | undefined
  onChoose: (item: PaletteItem) => void
  onTake: (item: PaletteItem, inNewTab: boolean) => void
  /** A line below the hits. */
  children: ReactNode
}

export const optionId = ({ id }: PaletteItem): string => `hit-${id.replace(/[^\w-]/g, '-')}`

/** The hits in their groups. The focus stays in the field above them. */
export function PaletteList({ groups, chosen, onChoose, onTake, children }: PaletteListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const chosenId = chosen?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every choice
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  return (
    <div ref={list} className={styles.hits}>
      <div role="listbox" id="search-hits" aria-label={t('search.hits')}>
        {groups.map((group) => (
          <Group key={group.label} label={group.label}>
            {group.items.map((item) => (
              <Option
                key={item.id}
                item={item}
                isChosen={item.id === chosenId}
                onChoose={() => onChoose(item)}
                onTake={(inNewTab) => onTake(item, inNewTab)}
              />
            ))}
          </Group>
        ))}
      </div>
      {children}
    </div>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
    <div role="group" aria-labelledby={id}>
      <div id={id} className={styles.group}>
        {label}
      </div>
      {children}
    </div>
  )
}

interface OptionProps {
  item: PaletteItem
  isChosen: boolean
  onChoose: () => void
  onTake: (inNewTab: boolean) => void
}

function Option({ item, isChosen, onChoose, onTake }: OptionProps) {
  const click = (event: MouseEvent) => onTake(event.ctrlKey || event.metaKey)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field above has the focus, and names the chosen option
    <div
      role="option"
      id={optionId(item)}
      aria-selected={isChosen}
      className={styles.hit}
      // A press would take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isChosen ? undefined : onChoose}
      onClick={click}
    >
      <span className={styles.icon} aria-hidden="true">
        {item.icon}
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{item.label}</span>
        {item.facts && <span className={styles.facts}>{item.facts}</span>}
      </span>
      {item.status && <StatusTag status={item.status} />}
    </div>
  )
}
