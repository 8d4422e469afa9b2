import { type Middleware, middleware } from '@kontor/contract/middleware/middleware.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import typography from '../ui/words/typography.module.css'
import { MiddlewareActions } from './middleware-actions.tsx'
import { MiddlewareConnection } from './middleware-connection.tsx'
import type { MiddlewareRow } from './middleware-row.ts'

/** A middleware: its details, how it answers and who uses it, and its history. */
export default function MiddlewarePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const history = useHistoryTab(middleware, id)
  const {
    data: row,
    error,
    refetch,
  } = useRow<typeof middleware, MiddlewareRow>(middleware, id, { populate: ['organisation'] })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.active ? 'ACTIVE' : 'INACTIVE'} />}
        actions={<MiddlewareActions row={row} />}
      >
        <span>{labels.value('provider', undefined, row.provider)}</span>
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> },
          {
            name: 'connection',
            label: t('middleware.tab_connection'),
            content: () => <MiddlewareConnection row={row} />,
          },
          ...history,
        ]}
      />
    </>
  )
}

function Details({ row }: { row: MiddlewareRow }) {
  const labels = useLabels()
  const cell = (name: keyof Middleware & string) =>
    [
      labels.field(middleware, name),
      row[name] === null ? null : <Cell key={name} entity={middleware} name={name} row={row} />,
    ] as const
  return (
    <FieldList
      fields={[
        cell('description'),
        [
          labels.field(middleware, 'url'),
          <span key="url" className={typography.anywhere}>
            {row.url}
          </span>,
        ],
        [labels.field(middleware, 'time_limit_ms'), `${labels.number(row.time_limit_ms)} ms`],
        cell('kind'),
        ...(row.kind === 'before' ? [cell('when_silent')] : []),
        [labels.field(middleware, 'organisation'), <RelatedName key="organisation" of={row.organisation} />],
        cell('created_at'),
        cell('id'),
      ]}
    />
  )
}
