import {
  importSampleEndpoint,
  listRejectionsEndpoint,
  startImportEndpoint,
} from '@kontor/contract/imports/import.endpoints'
import { importLimits } from '@kontor/contract/imports/import.rules'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { WordTag } from '../ui/words/word-tag.tsx'
import { ForeseenRows } from './foreseen-rows.tsx'
import { ImportColumns } from './import-columns.tsx'
import type { ImportRow } from './import-row.ts'
import { Reasons, RejectionText } from './rejections.tsx'
import { SampleTable } from './sample-table.tsx'

/** The third step, what an import would do, and the fourth, which begins it. */
export function CheckedImport({ row }: { row: ImportRow }) {
  const { t, i18n } = useTranslation()
  const [isBack, setBack] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const number = new Intl.NumberFormat(i18n.language)
  const fresh = row.rows_ok - row.rows_known
  if (isBack) return <ImportColumns row={row} />
  return (
    <PanelSection title={t('imports.step.check')}>
      <Stack gap="md">
        <Text size="sm">
          {t(row.type === 'status_update' ? 'imports.would_change' : 'imports.would', {
            rows: number.format(row.rows_read),
            fresh: number.format(fresh),
            known: number.format(row.rows_known),
            rejected: number.format(row.rows_rejected),
          })}
        </Text>
        {row.rows_ok === 0 && (
          <Alert color="red" role="alert">
            {t('imports.none_possible')}
          </Alert>
        )}
        {row.rows_rejected > 0 && <Reasons row={row} />}
        <IfMay do={startImportEndpoint}>
          <DatesUnsaid row={row} onChoose={() => setBack(true)} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setBack(true)}>
              {t('imports.change_columns')}
            </Button>
            <Button disabled={row.rows_ok === 0} onClick={() => setAsking(true)}>
              {t('imports.start')}
            </Button>
          </Group>
          {row.type === 'status_update' ? <ForeseenRows row={row} /> : <FirstRows row={row} />}
        </IfMay>
      </Stack>
      <ConfirmCommand
        endpoint={startImportEndpoint}
        params={{ id: row.id }}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('imports.step.confirm')}
        text={
          <Text size="sm">
            {t(`imports.confirm.${row.type}`, {
              count: fresh,
              fresh: number.format(fresh),
              merchant: row.merchant_name ?? '',
            })}{' '}
            {row.rows_rejected > 0 &&
              t('imports.left_out', { count: row.rows_rejected, rejected: number.format(row.rows_rejected) })}
          </Text>
        }
        verb={t('imports.start')}
        done={t('imports.started')}
      />
    </PanelSection>
  )
}

/** Asks in which order dates are written, where the check rejected those that do not begin with the year. */
function DatesUnsaid({ row, onChoose }: { row: ImportRow; onChoose: () => void }) {
  const { t } = useTranslation()
  const { data } = useRead(importSampleEndpoint, { params: { id: row.id } })
  if (!data?.date_example) return null
  return (
    <Alert color="yellow" role="alert">
      <Text size="sm">{t('imports.dates_unsaid', data.date_example)}</Text>
      <Button mt="xs" size="compact-sm" variant="default" onClick={onChoose}>
        {t('imports.choose_date_order')}
      </Button>
    </Alert>
  )
}

function FirstRows({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const params = { id: row.id }
  const sample = useRead(importSampleEndpoint, { params })
  const rejected = useRead(listRejectionsEndpoint, { params, query: { _limit: String(importLimits.shown) } })
  if (!sample.data || !rejected.data) return <NotYet error={sample.error} refetch={sample.refetch} rows={6} />
  const { header, mapping, rows } = sample.data
  const sources = Object.values(mapping)
  const used = [...header.keys()].filter((place) => {
    const name = header[place] ?? ''
    return sources.some((source) => source === name || source.includes(`{${name}}`))
  })
  const why = new Map(rejected.data.rejections.map((each) => [each.line, each]))
  return (
    <SampleTable
      label={t('imports.first_rows')}
      header={header}
      rows={rows}
      columns={used}
      about={(line) => {
        const rejection = why.get(line)
        if (rejection)
          return (
            <Text inherit c="red">
              <RejectionText of={rejection} />
            </Text>
          )
        return <WordTag color="green">{t('imports.good')}</WordTag>
      }}
    />
  )
}
