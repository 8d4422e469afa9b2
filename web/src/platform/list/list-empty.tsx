import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { Button, Group } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { inSentence } from '../../ui/words/in-sentence.ts'
import { WordTag } from '../../ui/words/word-tag.tsx'
import { engineNow } from '../api/server-time.ts'
import { useLabels } from '../value/labels.ts'
import { useViewer } from '../viewer.ts'
import { boundOf, filtersOf, isActive, withRange } from './address/list-search.ts'
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
 * Shown without rows: either there are none yet, or the filters exclude all. In the second case it names the filters.
 */
export function ListEmpty({ entity, search, fixed, title, onChange, onClear }: ListEmptyProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { time_zone } = useViewer()
  const active = filtersOf(entity, fixed).filter(({ name }) => isActive(search, name))
  const words = typeof search._search === 'string' ? search._search : ''
  if (active.length === 0 && !words) {
    const name = inSentence(labels.entities(entity))
    return (
      <EmptyState
        role="status"
        icon={<IconInbox />}
        title={title ?? t('list.empty', { name })}
        text={t('list.empty_text')}
      />
    )
  }

  const year = rangeOf('last_365_days', engineNow(), time_zone)
  const from = boundOf(search, 'created_at', '>')
  return (
    <EmptyState
      role="status"
      icon={<IconFilterOff />}
      title={t('list.filtered_empty')}
      text={t('list.filtered_empty_text')}
      action={
        <Group gap="xs" justify="center">
          {from !== undefined && from > year.from && (
            <Button onClick={() => onChange(withRange(search, 'created_at', year.from, undefined))}>
              {t('list.widen')}
            </Button>
          )}
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
