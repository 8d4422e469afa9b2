import { scheduleRecipientsEndpoint } from '@kontor/contract/reports/report-schedule.endpoints'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { idOf } from '../../platform/api/related.ts'
import { useReportTypeName } from '../use-report-types.ts'
import type { ScheduleRow } from './schedule-row.ts'
import { nameOfRecipient } from './use-people.ts'

/** Names the recipients who are mailed nothing, because they cannot open the report now, each with the reason. */
export function LostRecipients({ row }: { row: ScheduleRow }) {
  const { t } = useTranslation()
  const nameOf = useReportTypeName()
  const { data = [] } = useRead(scheduleRecipientsEndpoint, {
    params: { id: row.id },
    enabled: row.recipients.length > 0,
  })
  const lost = data.flatMap(({ user, problem }) => {
    const recipient = row.recipients.find((each) => idOf(each) === user)
    return recipient && problem ? [{ user, problem, name: nameOfRecipient(recipient) }] : []
  })
  if (lost.length === 0) return null
  return (
    <Alert color="yellow" role="status" title={t('schedules.lost_recipients', { count: lost.length })}>
      {lost.map(({ user, problem, name }) => (
        <div key={user}>{t(`schedules.recipient_problem.${problem}`, { name, list: nameOf(row.type) })}</div>
      ))}
    </Alert>
  )
}
