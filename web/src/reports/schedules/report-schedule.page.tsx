import { createReportScheduleEndpoint } from '@kontor/contract/reports/report-schedule.endpoints'
import { reportSchedule } from '@kontor/contract/reports/report-schedule.entity'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IfMay } from '../../platform/if-may.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useReportTypeName } from '../use-report-types.ts'

const columns = columnsOf(
  reportSchedule,
  ['name', 'type', 'frequency', 'next_due_at', 'last_due_at', 'last_run', 'recipients', 'active'],
  {
    extra: ['id', 'period', 'file_format', 'time_zone', 'owner', 'created_at', 'organisation'],
    lines: { figure: 'frequency', when: 'next_due_at', state: 'active' },
    special: {
      type: ({ type }) => <TypeName type={type} />,
      last_run: ({ last_run }) => last_run && <StatusTag status={last_run} />,
    },
  },
)
const populate = ['recipients', 'organisation']

/** Reports that come by themselves. */
export default function ReportSchedulePage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} populate={populate} emptyTitle={t('schedules.empty')}>
      <IfMay do={createReportScheduleEndpoint}>
        <Button component={Link} to="/reports/schedules/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
          {t('schedules.add')}
        </Button>
      </IfMay>
    </ListPage>
  )
}

/** The list that a report is of, as the form calls it. */
function TypeName({ type }: { type: string }) {
  const nameOf = useReportTypeName()
  return <span>{nameOf(type)}</span>
}
