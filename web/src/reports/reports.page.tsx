import { createReportEndpoint } from '@kontor/contract/reports/report.endpoints'
import { report } from '@kontor/contract/reports/report.entity'
import { Button } from '@mantine/core'
import { IconPlus, IconReportAnalytics } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../platform/api/reading.ts'
import { Failed } from '../platform/failed.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { ReportItem } from './report-item.tsx'
import look from './reports.module.css'
import { useReports } from './use-reports.ts'

const step = 25

/** The reports, newest first; the first one is expanded. */
export default function ReportsPage() {
  const { t } = useTranslation()
  const [shown, setShown] = useState(step)
  const { data: count } = useCount(report)
  const list = useReports({ _limit: String(shown) })
  const rows = list.data
  return (
    <div className={look.page}>
      <PageHead title={t('nav.transaction_reports.label')} text={t('nav.transaction_reports.description')}>
        <IfMay do={createReportEndpoint}>
          <Button
            component={Link}
            to="/reports/transactions/new"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            {t('reports.add')}
          </Button>
        </IfMay>
      </PageHead>
      {list.error && !rows ? (
        <Failed refusal={list.error} onRetry={() => void list.refetch()} />
      ) : !rows ? (
        <NotYet error={null} refetch={list.refetch} rows={6} />
      ) : rows.length === 0 ? (
        <EmptyState icon={<IconReportAnalytics />} title={t('reports.empty')} text={t('reports.empty_text')} />
      ) : (
        <ul className={look.items} aria-label={t('nav.transaction_reports.label')}>
          {rows.map((row, at) => (
            <ReportItem key={row.id} row={row} startsOpen={at === 0} />
          ))}
        </ul>
      )}
      {rows && count !== undefined && count > rows.length && (
        <Button
          variant="default"
          className={look.more}
          loading={list.isPlaceholderData}
          onClick={() => setShown(shown + step)}
        >
          {t('reports.more')}
        </Button>
      )}
    </div>
  )
}
