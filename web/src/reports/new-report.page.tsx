import type { Query } from '@kontor/contract/lists/query-string'
import { createReportEndpoint } from '@kontor/contract/reports/report.endpoints'
import { type Report, report } from '@kontor/contract/reports/report.entity'
import type { ReportType } from '@kontor/contract/reports/report.rules'
import { createReportSchemas } from '@kontor/contract/reports/report.schemas'
import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { EntitiesContext } from '../platform/api/related.ts'
import type { FormValues } from '../platform/form/record-form.tsx'
import { RecordPage } from '../platform/form/record-page.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { notify } from '../platform/notify.ts'
import { useViewer } from '../platform/viewer.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { type KnownList, knownList } from './known-list.ts'
import { ReportFields } from './report-fields.tsx'
import look from './reports.module.css'
import { useReportTypes } from './use-report-types.ts'

/** The form of a new report: empty, filled in from a list, or a clone of another one without id and name. */
export default function NewReportPage() {
  // The cast is safe: parseSearch gives only texts and lists of texts.
  const { clone, type, filters, columns } = useSearch({ strict: false }) as Query
  const like = typeof clone === 'string' ? clone : undefined
  const { data, error, refetch } = useRow(report, like)
  if (like && !data) return <NotYet error={error} refetch={refetch} height={480} />
  const of = data ?? { type: text(type), filters: text(filters), columns: text(columns).split(',').filter(Boolean) }
  return <NewReport key={data?.id ?? text(type)} of={of} like={like ?? `${text(type)}?${text(filters)}`} />
}

const text = (value: Query[string] | undefined): string => (typeof value === 'string' ? value : '')

type Given = Partial<Pick<Report, 'file_format' | 'time_zone'>> & { type: string; filters: string; columns: string[] }

function NewReport({ of, like }: { of: Given; like: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const types = useReportTypes()
  const [{ initial, gone }] = useState(useInitial(of, types))
  const toList = () => void navigate({ to: '/reports/transactions', ignoreBlocker: true })
  return (
    <div className={look.page}>
      <PageHead title={t('reports.add')} text={t('reports.add_text')} />
      <RecordPage
        endpoint={createReportEndpoint}
        body={createReportSchemas.body}
        verb={t('reports.generate')}
        onClose={toList}
        initial={initial}
        like={like}
        onDone={({ name }) => notify({ color: 'green', message: t('reports.added', { name }) })}
        goOn={toList}
      >
        <Stack gap="md">
          <ReportFields types={types} gone={gone} />
        </Stack>
      </RecordPage>
    </div>
  )
}

function useInitial(of: Given, types: readonly ReportType[]): { initial: FormValues } & Pick<KnownList, 'gone'> {
  const { i18n } = useTranslation()
  const { time_zone } = useViewer()
  const entities = useContext(EntitiesContext)
  const type = types.find((each) => each === of.type) ?? types[0] ?? ''
  const entity = entities.get(type)
  const known = entity && type === of.type ? knownList(entity, of.filters, of.columns) : undefined
  const initial = {
    name: '',
    type,
    filters: known?.filters ?? '',
    columns: known && known.columns.length > 0 ? known.columns : [...(entity?.export ?? [])],
    file_format: of.file_format ?? (i18n.language === 'nl' ? 'csv_nl' : 'csv'),
    time_zone: of.time_zone ?? time_zone,
  }
  return { initial, gone: known?.gone ?? [] }
}
