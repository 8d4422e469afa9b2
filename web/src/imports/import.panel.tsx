import { type Import, importEntity } from '@kontor/contract/imports/import.entity'
import { Alert, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readAgain } from '../platform/api/read-again.ts'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { PanelSection, TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { useKnownText } from '../ui/known-text.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import { CheckedImport } from './checked-import.tsx'
import { ImportActions } from './import-actions.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { ImportRow } from './import-row.ts'
import { Rejections } from './rejections.tsx'

/** An import: the step that is next, its counts, its rejected rows, and its history. */
export default function ImportPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const history = useHistoryTab(importEntity, id)
  const {
    data: row,
    error,
    refetch,
  } = useRow<typeof importEntity, ImportRow>(importEntity, id, { populate: ['organisation', 'payment_profile'] })
  useListAfter(row?.task)
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  const rejections = {
    name: 'rejected',
    label: t('imports.tab_rejected'),
    content: () => <Rejections row={row} />,
  }
  return (
    <>
      <TitledHead title={row.file_name} tags={<StatusTag status={row.status} />} actions={<ImportActions row={row} />}>
        <span>{labels.value('type', undefined, row.type)}</span>
        {row.merchant_name && <span>{row.merchant_name}</span>}
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> },
          ...(row.rows_rejected > 0 && row.task === null ? [rejections] : []),
          ...history,
        ]}
      />
    </>
  )
}

/** Reads lists of imports and their rows again when the work in the background has ended. */
function useListAfter(task: string | null | undefined) {
  const queries = useQueryClient()
  const wasBusy = useRef(false)
  const isBusy = Boolean(task)
  const read = useEffectEvent(() => void readAgain(queries, { queryKey: [importEntity.name] }))
  useEffect(() => {
    if (wasBusy.current && !isBusy) read()
    wasBusy.current = isBusy
  }, [isBusy])
}

function Details({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const textOf = useKnownText()
  const cell = (name: keyof Import & string) =>
    [
      labels.field(importEntity, name),
      row[name] === null ? null : <Cell key={name} entity={importEntity} name={name} row={row} />,
    ] as const
  const counts = row.started_at === null ? [] : [cell('rows_read'), cell('rows_ok'), cell('rows_known')]
  const failed = row.started_at === null ? [] : [cell('rows_rejected')]
  return (
    <>
      {row.problem && (
        <Alert color="red" mt="md">
          {textOf('fields:problem', row.problem, row.problem)}
        </Alert>
      )}
      <Step row={row} />
      {row.type === 'status_update' && row.started_at !== null && (
        <Text size="sm" mt="md">
          <AnchorLink to="/psp/admin/status-updates" search={{ status: 'OPEN' }}>
            {t('imports.waits_for_another')}
          </AnchorLink>
        </Text>
      )}
      <PanelSection title={t('payments.tab.details')}>
        <FieldList
          fields={[
            ...counts,
            ...failed,
            ...(row.rows_reverted > 0 ? [cell('rows_reverted')] : []),
            [
              labels.field(importEntity, 'organisation'),
              row.organisation && <RelatedName key="organisation" of={row.organisation} />,
            ],
            [
              labels.field(importEntity, 'payment_profile'),
              row.payment_profile && <RelatedName key="profile" of={row.payment_profile} />,
            ],
            cell('created_by'),
            cell('created_at'),
            cell('started_at'),
            cell('finished_at'),
            cell('file_deleted_at'),
            cell('id'),
          ]}
        />
      </PanelSection>
    </>
  )
}

/** What is under way, or what a person is asked next. */
function Step({ row }: { row: ImportRow }) {
  if (row.task !== null) return <ImportProgress row={row} />
  if (row.file_deleted_at !== null || row.started_at !== null) return null
  if (row.status === 'VALIDATED') return <CheckedImport row={row} />
  return row.status === 'UPLOADED' || row.status === 'FAILED' ? <ImportColumns row={row} /> : null
}
