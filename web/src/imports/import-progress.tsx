import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { importEntity } from '@kontor/contract/imports/import.entity'
import '@mantine/core/styles/Progress.layer.css'
import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import type { ImportRow } from './import-row.ts'

/** How far the work in the background is. It reads the row of the panel again until the work is over. */
export function ImportProgress({ row }: { row: ImportRow }) {
  const { t, i18n } = useTranslation()
  useRead(entityEndpoints(importEntity).get, {
    params: { id: row.id },
    query: { _populate: 'organisation,payment_profile' },
    isUnderWay: ({ task }) => task !== null,
  })
  if (row.task === null) return null
  const number = new Intl.NumberFormat(i18n.language)
  const { progress } = row
  return (
    <PanelSection title={t(`imports.doing.${row.task}`)}>
      <Progress value={progress ?? 100} animated={progress === null} aria-label={t('imports.progress')} />
      <Text size="sm" mt={6} role="status">
        {t('imports.so_far', {
          read: number.format(row.rows_read),
          ok: number.format(row.rows_ok),
          rejected: number.format(row.rows_rejected),
        })}
      </Text>
    </PanelSection>
  )
}
