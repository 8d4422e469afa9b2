import { listReportDownloadsEndpoint } from '@kontor/contract/reports/report.endpoints'
import type { Report } from '@kontor/contract/reports/report.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useEntity } from '../platform/api/related.ts'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { PersonName } from '../platform/value/person-name.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import { FilterTexts } from './filter-texts.tsx'
import look from './reports.module.css'
import { useReportTypeName } from './use-report-types.ts'

/** What a report is of, how it was made, and who has it: read-only. */
export function ReportFacts({ row }: { row: Report }) {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const entity = useEntity(row.type)
  const nameOf = useReportTypeName()
  const size = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: (row.bytes ?? 0) < 1_000_000 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  })
  const sizeOf = (bytes: number) => size.format(bytes / (bytes < 1_000_000 ? 1_000 : 1_000_000))
  return (
    <div className={look.facts}>
      <FieldList
        fields={[
          [t('reports.type'), entity && nameOf(row.type)],
          [t('reports.filters'), <FilterTexts key="filters" type={row.type} filters={row.filters} />],
          [t('reports.columns'), entity && row.columns.map((name) => labels.field(entity, name)).join(', ')],
          [t('reports.format'), t(`export.format_${row.file_format}`)],
          [t('reports.time_zone'), row.time_zone],
          [t('reports.owner'), <PersonName key="owner" name={row.created_by} />],
          [t('reports.as_of'), row.as_of && <Instant value={row.as_of} hasSeconds />],
          [t('reports.duration'), durationOf(row, i18n.language)],
          [t('reports.size'), row.bytes !== null && sizeOf(row.bytes)],
          [t('reports.expires_at'), row.expires_at && <Instant value={row.expires_at} />],
          [t('reports.sha256'), row.sha256 && <CopyValue value={row.sha256} />],
        ]}
      />
      {row.bytes !== null && <Downloads id={row.id} />}
    </div>
  )
}

function durationOf({ started_at, finished_at, bytes }: Report, language: string): string | null {
  if (bytes === null || started_at === null || finished_at === null) return null
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000
  const number = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', maximumFractionDigits: 1 })
  return number.format(Math.max(0, seconds))
}

function Downloads({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data } = useRead(listReportDownloadsEndpoint, { params: { id } })
  if (!data) return null
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('reports.never_downloaded')}
      </Text>
    )
  return (
    <SmallTable label={t('reports.downloads')}>
      <thead>
        <tr>
          <WordsHead>{t('reports.downloaded_by')}</WordsHead>
          <NumberHead>{t('reports.downloaded_at')}</NumberHead>
          <WordsHead>{t('reports.downloaded_from')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {data.map(({ at, by, ip }) => (
          <tr key={at}>
            <WordsCell>
              <PersonName name={by} />
            </WordsCell>
            <WordsCell>
              <Instant value={at} hasSeconds />
            </WordsCell>
            <WordsCell>{ip ?? '–'}</WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
