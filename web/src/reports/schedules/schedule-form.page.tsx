import type { Query } from '@kontor/contract/lists/query-string'
import {
  createReportScheduleEndpoint,
  updateReportScheduleEndpoint,
} from '@kontor/contract/reports/report-schedule.endpoints'
import { type ReportSchedule, reportSchedule } from '@kontor/contract/reports/report-schedule.entity'
import { createReportScheduleSchemas } from '@kontor/contract/reports/report-schedule.schemas'
import { Stack } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ContextType, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenMerchantView } from '../../organisations/merchants/open-merchant-view.tsx'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useRow } from '../../platform/api/reading.ts'
import { EntitiesContext, idOf } from '../../platform/api/related.ts'
import type { FormValues } from '../../platform/form/record-form.tsx'
import { RecordPage } from '../../platform/form/record-page.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { notify } from '../../platform/notify.ts'
import { useViewer } from '../../platform/viewer.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { knownList } from '../known-list.ts'
import { ReportFields } from '../report-fields.tsx'
import look from '../reports.module.css'
import { useScheduledTypes } from '../use-report-types.ts'
import { RhythmFields } from './rhythm-fields.tsx'
import { populate, type ScheduleRow, useIsOfOneMerchant } from './schedule-row.ts'
import { usePeople } from './use-people.ts'

/** The form of the schedule in the address, or of a new one: empty, or a clone of another one without id and name. */
export default function ScheduleFormPage() {
  const { scheduleId }: { scheduleId?: string } = useParams({ strict: false })
  // The cast is safe: parseSearch gives only texts and lists of texts.
  const { clone } = useSearch({ strict: false }) as Query
  const id = scheduleId ?? (typeof clone === 'string' ? clone : undefined)
  const { data, error, refetch } = useRow<typeof reportSchedule, ScheduleRow>(reportSchedule, id, { populate })
  const isElsewhere = useIsOfOneMerchant(data)
  if (id && !data) return <NotYet error={error} refetch={refetch} height={480} />
  if (data && isElsewhere) return <AtItsMerchant row={data} />
  return scheduleId ? <ScheduleForm key={id} of={data} /> : <ScheduleForm key={id} like={data} />
}

function AtItsMerchant({ row }: { row: ScheduleRow }) {
  const { t } = useTranslation()
  return (
    <div className={look.page}>
      <PageHead title={row.name} text={t('schedules.of_merchant', { name: row.merchant_name ?? '' })} />
      <OpenMerchantView merchant={row.merchant} to={`/reports/schedules/view/${row.id}`} />
    </div>
  )
}

interface ScheduleFormProps {
  of?: ScheduleRow | undefined
  /** The schedule that a new one begins as. */
  like?: ScheduleRow | undefined
}

function ScheduleForm({ of, like }: ScheduleFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const types = useScheduledTypes()
  const values = useInitial(of ?? (like && { ...like, name: '' }), types[0] ?? '')
  const [{ initial, gone }] = useState(values)
  const entities = useContext(EntitiesContext)
  const people = usePeople((of ?? like)?.recipients ?? [])
  const refused = ({ details }: ApiRefusal) => {
    const names = [details['recipients'] ?? []].flat().map((id) => people.get(String(id)) ?? String(id))
    const said = t('schedules.may_not_open', { names: names.join(', '), count: names.length })
    return { recipients: names.length > 0 ? said : undefined }
  }
  const toList = () => void navigate({ to: '/reports/schedules', ignoreBlocker: true })
  return (
    <div className={look.page}>
      <PageHead
        title={of ? t('schedules.edit_title', { name: of.name }) : t('schedules.add')}
        text={t('schedules.form_text')}
      />
      <RecordPage
        endpoint={of ? updateReportScheduleEndpoint : createReportScheduleEndpoint}
        body={createReportScheduleSchemas.body}
        {...(of ? { params: { id: of.id } } : {})}
        verb={t('action.save')}
        onClose={toList}
        initial={initial}
        {...(like ? { like: like.id } : {})}
        explain={refused}
        bodyOf={bodyOf}
        present={of && presentRow(reportSchedule, of.id, (row) => presentValues(row, of, entities))}
        onDone={({ name }) => notify({ color: 'green', message: t('schedules.saved', { name: String(name) }) })}
        goOn={toList}
      >
        <Stack gap="md">
          <RhythmFields people={people} />
          <ReportFields types={types} gone={gone} />
        </Stack>
      </RecordPage>
    </div>
  )
}

/** Days that belong to another rhythm are not sent. */
const bodyOf = (values: FormValues): FormValues => ({
  ...values,
  weekdays: values['frequency'] === 'WEEKLY' ? values['weekdays'] : [],
  month_day: values['frequency'] === 'MONTHLY' ? values['month_day'] : null,
})

type Entities = ContextType<typeof EntitiesContext>

function valuesOf(of: ScheduleRow | ReportSchedule, entities: Entities) {
  const { name, type, file_format, time_zone, frequency, weekdays, month_day, at_time, period } = of
  const entity = entities.get(type)
  const { gone, filters, columns } = entity ? knownList(entity, of.filters, of.columns) : { ...of, gone: [] }
  const values = {
    ...{ name, type, filters, columns, file_format, time_zone, frequency, weekdays, month_day, at_time, period },
    ...{ recipients: of.recipients.map(idOf), webhook_url: of.webhook_url ?? '' },
  }
  return { values, gone }
}

/** One that was paused already is no news. */
const presentValues = (row: ReportSchedule, of: ScheduleRow, entities: Entities): FormValues => ({
  ...valuesOf(row, entities).values,
  active: row.active || !of.active,
})

function useInitial(of: ScheduleRow | undefined, type: string): { initial: FormValues; gone: readonly string[] } {
  const { i18n } = useTranslation()
  const { time_zone } = useViewer()
  const entities = useContext(EntitiesContext)
  if (of) {
    const { values, gone } = valuesOf(of, entities)
    // Whoever saves a paused schedule means it to run.
    return { initial: { ...values, active: true }, gone }
  }
  const initial = {
    ...{ name: '', type, filters: '', columns: [...(entities.get(type)?.export ?? [])], time_zone },
    file_format: i18n.language === 'nl' ? 'csv_nl' : 'csv',
    ...{ frequency: 'DAILY', weekdays: ['1'], month_day: 1, at_time: '06:00', period: 'PREVIOUS_DAY' },
    ...{ recipients: [], webhook_url: '', active: true },
  }
  return { initial, gone: [] }
}
