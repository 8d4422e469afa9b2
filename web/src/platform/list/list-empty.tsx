import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { Button, Group } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { inSentence } from '../../ui/words/in-sentence.ts'
import { WordTag } from '../../ui/words/word-tag.tsx'
import { useCount } from '../api/reading.ts'
import { engineNow } from '../api/server-time.ts'
import { useListScreen } from '../screen/use-screen.ts'
import { useLabels } from '../value/labels.ts'
import { useViewer } from '../viewer.ts'
import { useMayAdd } from './adding.ts'
import {
  apiQueryOf,
  boundOf,
  cleared,
  filtersOf,
  isActive,
  withoutFilter,
  withRange,
  withSearch,
} from './address/list-search.ts'
import { rangeOf } from './filters/date-presets.ts'
import { FilterValue } from './filters/filter-value.tsx'

interface ListEmptyProps {
  entity: Entity
  search: Query
  fixed: Query | undefined
  /** The title without any rows; default: that there are none yet. */
  title: string | undefined
  onChange: (search: Query) => void
  onClear: () => void
}

/**
 * Shown without rows: either there are none yet, whatever the filters, or the filters exclude all. In the second case it names
 * the filters, and offers those changes that bring rows back.
 */
export default function ListEmpty({ entity, search, fixed, title, onChange, onClear }: ListEmptyProps) {
  const { t } = useTranslation(['main', 'fields'])
  const screen = useListScreen()
  const mayAdd = useMayAdd()(screen)
  const labels = useLabels()
  const { time_zone } = useViewer()
  const active = filtersOf(entity, fixed).filter(({ name }) => isActive(search, name))
  const words = typeof search._search === 'string' ? search._search : ''
  const isFiltered = active.length > 0 || words !== ''
  // A list may begin with a filter that nobody chose.
  const all = useCount(entity, apiQueryOf(cleared(search), screen), { enabled: isFiltered })
  if (isFiltered && all.isPending) return null
  if (!isFiltered || all.data === 0) {
    const name = inSentence(labels.entities(entity))
    const text = screen.add && mayAdd ? t('list.empty_add', { verb: t(screen.add.label) }) : t('list.empty_text')
    return <EmptyState role="status" icon={<IconInbox />} title={title ?? t('list.empty', { name })} text={text} />
  }

  const year = rangeOf('last_365_days', engineNow(), time_zone)
  const from = boundOf(search, 'created_at', '>')
  const others = [
    ...active.map(({ name }) => ({ name: labels.field(entity, name), rest: withoutFilter(search, name) })),
    ...(words ? [{ name: t('list.search'), rest: withSearch(search, '', '') }] : []),
  ]
  return (
    <EmptyState
      role="status"
      icon={<IconFilterOff />}
      title={t('list.filtered_empty')}
      text={t('list.filtered_empty_text')}
      action={
        <Group gap="xs" justify="center">
          {from !== undefined && from > year.from && (
            <Change
              entity={entity}
              to={withRange(search, 'created_at', year.from, undefined)}
              text={() => t('list.widen')}
              isPrimary
              onChange={onChange}
            />
          )}
          {others.length > 1 &&
            others.map(({ name, rest }) => (
              <Change
                key={name}
                entity={entity}
                to={rest}
                text={(count) => t('list.without', { name, count, formatted: labels.number(count) })}
                onChange={onChange}
              />
            ))}
          <Button variant="default" onClick={onClear}>
            {t('list.clear_filters')}
          </Button>
        </Group>
      }
    >
      <Group gap={6} justify="center">
        {active.map((filter) => (
          <WordTag key={filter.name} variant="default" maw={320}>
            {labels.field(entity, filter.name)}: <FilterValue filter={filter} search={search} />
          </WordTag>
        ))}
        {words && (
          <WordTag variant="default" maw={320}>
            {t('list.search')}: {words}
          </WordTag>
        )}
      </Group>
    </EmptyState>
  )
}

interface ChangeProps {
  entity: Entity
  /** The address after the change. */
  to: Query
  /** The words for a change that brings back this number of rows. */
  text: (count: number) => string
  isPrimary?: boolean
  onChange: (search: Query) => void
}

/** A change of the filters. One that would leave the list empty is not offered. */
function Change({ entity, to, text, isPrimary = false, onChange }: ChangeProps) {
  const { data: count } = useCount(entity, apiQueryOf(to, useListScreen()))
  if (!count) return null
  return (
    <Button variant={isPrimary ? 'filled' : 'default'} onClick={() => onChange(to)}>
      {text(count)}
    </Button>
  )
}
