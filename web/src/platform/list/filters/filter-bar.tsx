import type { Entity } from '@kontor/contract/entity'
import { formatQueryString, type Query } from '@kontor/contract/lists/query-string'
import { isAllowed } from '@kontor/contract/roles'
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntitiesContext } from '../../api/related.ts'
import { useKey } from '../../keys.ts'
import { useLabels } from '../../value/labels.ts'
import { useSeesMerchants, useViewer } from '../../viewer.ts'
import { cleared, type FilterOf, filtersOf, isActive, keysOf, withoutFilter } from '../address/list-search.ts'
import styles from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'

interface FilterBarProps {
  entity: Entity
  search: Query
  /** Filters that the screen sets itself; the person cannot choose them. */
  fixed?: Query
  /** The default window: it can be removed, and is no reason to offer clearing everything. */
  initial?: Query
  onChange: (search: Query) => void
}

/** One chip per filter of the address. The bar stores no values itself, so that chip, editor and address agree. */
export function FilterBar({ entity, search, fixed = {}, initial = {}, onChange }: FilterBarProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<string>()
  // The address changes a moment later. A chip that left for that moment would lose its focus.
  const [applied, setApplied] = useState<{ name: string; before: string }>()
  const address = formatQueryString(search)
  const bar = useRef<HTMLElement>(null)
  if (applied && applied.before !== address) setApplied(undefined)
  const filters = useOfferedFilters(entity, fixed)
  const chips = filters.filter(({ name }) => isActive(search, name) || name === editing || name === applied?.name)
  const isOwn = ({ name }: FilterOf) => keysOf(name).some((key) => search[key] !== initial[key])
  const isClearable = chips.some((each) => isActive(search, each.name) && isOwn(each)) || Boolean(search._search)

  const remove = (filter: FilterOf) => {
    // The focus stays in the bar: on the next chip, on the one before it, or on the button that adds one.
    const at = chips.indexOf(filter)
    const next = chips[at + 1] ?? chips[at - 1]
    const place = next ? `[data-filter="${next.name}"] button` : '[data-adds]'
    bar.current?.querySelector<HTMLElement>(place)?.focus()
    setEditing(undefined)
    if (isActive(search, filter.name)) onChange(withoutFilter(search, filter.name))
  }

  return (
    <section ref={bar} className={styles.bar} aria-label={t('filter.bar')}>
      {chips.map((filter) => (
        <FilterChip
          key={filter.name}
          entity={entity}
          filter={filter}
          search={search}
          isOpen={editing === filter.name}
          onOpen={(isOpen) => setEditing(isOpen ? filter.name : undefined)}
          onChange={(next) => {
            setEditing(undefined)
            if (isActive(next, filter.name)) setApplied({ name: filter.name, before: address })
            onChange(next)
          }}
          onRemove={() => remove(filter)}
        />
      ))}
      <AddFilter entity={entity} filters={filters.filter((each) => !chips.includes(each))} onAdd={setEditing} />
      {isClearable && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(cleared(search))}>
          {t('filter.clear')}
        </Button>
      )}
    </section>
  )
}

/**
 * A filter on another entity requires the right to list that entity, because its editor searches there. A filter on
 * merchants has a use only where there are several.
 */
function useOfferedFilters(entity: Entity, fixed: Query): FilterOf[] {
  const entities = useContext(EntitiesContext)
  const { roles } = useViewer()
  const seesMerchants = useSeesMerchants()
  return filtersOf(entity, fixed).filter(({ field }) => {
    if (field.kind !== 'ref' && field.kind !== 'refs') return true
    if (field.entity === 'merchant' && !seesMerchants) return false
    const target = entities.get(field.entity ?? '')
    return target !== undefined && isAllowed(target.roles.list, roles)
  })
}

interface AddFilterProps {
  entity: Entity
  filters: readonly FilterOf[]
  onAdd: (name: string) => void
}

function AddFilter({ entity, filters, onAdd }: AddFilterProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isOpen, setOpen] = useState(false)
  useKey({ keys: ['f'], label: 'filter.add_label', run: () => setOpen(true) }, filters.length > 0)
  if (filters.length === 0) return null
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          h={28}
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          data-adds
          aria-label={t('filter.add_label')}
        >
          {t('filter.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {filters.map(({ name }) => (
          <Menu.Item key={name} onClick={() => onAdd(name)}>
            {labels.field(entity, name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
