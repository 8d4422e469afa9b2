import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { CloseButton, Popover, Skeleton, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../value/labels.ts'
import { type FilterOf, isActive } from '../address/list-search.ts'
import styles from './filter-chip.module.css'
import { FilterValue } from './filter-value.tsx'

interface FilterChipProps {
  entity: Entity
  filter: FilterOf
  search: Query
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (search: Query) => void
  onRemove: () => void
}

const FilterEditor = lazy(() => import('./filter-editor.tsx').then((module) => ({ default: module.FilterEditor })))

/** A filter with its value. A press opens its editor, and its button removes it. */
export function FilterChip({ entity, filter, search, isOpen, onOpen, onChange, onRemove }: FilterChipProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const name = labels.field(entity, filter.name)
  const hasValue = isActive(search, filter.name)
  const chip = useRef<HTMLButtonElement>(null)
  const apply = (next: Query) => {
    onChange(next)
    chip.current?.focus()
  }
  return (
    <div className={styles.chip} data-filter={filter.name}>
      <Popover
        opened={isOpen}
        onChange={onOpen}
        position="bottom-start"
        offset={{ mainAxis: 8, crossAxis: -11 }}
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <UnstyledButton ref={chip} title={t('filter.edit', { name })} onClick={() => onOpen(!isOpen)}>
            <span className={styles.name}>{name}</span>
            {hasValue && (
              <span className={styles.text}>
                <FilterValue filter={filter} search={search} />
              </span>
            )}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={name}>
          <Suspense fallback={<Skeleton height={160} width={240} />}>
            <FilterEditor entity={entity} filter={filter} search={search} onChange={apply} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <CloseButton size={24} iconSize={14} aria-label={t('filter.remove', { name })} onClick={onRemove} />
    </div>
  )
}
