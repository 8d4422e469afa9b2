import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../value/labels.ts'
import { ColumnSettings } from './columns/column-settings.tsx'
import type { useColumnSettings } from './columns/use-column-settings.ts'
import { ExportButton } from './export/export-button.tsx'
import { ListLinkContext } from './list-link.ts'
import { SavedViewsButton } from './views/saved-views-button.tsx'
import type { Viewed } from './views/viewed.ts'

interface ListToolsProps<R> {
  entity: Entity
  viewed: Viewed
  query: Query
  settings: ReturnType<typeof useColumnSettings<R>>
  isBusy: boolean
}

/** The tools of a list: refresh, export, report, saved views, columns. */
export function ListTools<R>({ entity, viewed, query, settings, isBusy }: ListToolsProps<R>) {
  const { t } = useTranslation()
  const ListLink = useContext(ListLinkContext)
  const labels = useLabels()
  const queries = useQueryClient()
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip label={t('action.refresh')}>
        <ActionIcon
          size={32}
          variant="default"
          aria-label={t(isBusy ? 'list.refreshing' : 'action.refresh')}
          loading={isBusy}
          onClick={() => void queries.invalidateQueries({ queryKey: [entity.name] })}
        >
          <IconRefresh size={18} />
        </ActionIcon>
      </Tooltip>
      <ExportButton entity={entity} query={query} />
      <ListLink
        entity={entity}
        query={query}
        columns={settings.visible.map(({ name }) => name)}
        label={t('reports.of_list')}
        size={32}
      />
      <SavedViewsButton viewed={viewed} settings={settings} />
      <ColumnSettings settings={settings} nameOf={(column) => labels.field(entity, column.name)} />
    </Group>
  )
}
