import { processorStatisticsEndpoint } from '@kontor/contract/insights/processor-statistics.endpoints'
import { Button } from '@mantine/core'
import { IconPlugConnected, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NotYet } from '../../platform/not-yet.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import dashboardPage from '../dashboard-page.module.css'
import { DashboardHead } from '../dashboard-page.tsx'
import { useStatistics } from '../use-statistics.ts'
import { ProcessorCards } from './processor-cards.tsx'

/** The turnover of each processor in the last 24 hours, compared with the 24 hours before. */
export default function ProcessorStatisticsPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useStatistics(processorStatisticsEndpoint, {})
  return (
    <div className={dashboardPage.page}>
      <DashboardHead>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {t('dashboard.reload')}
        </Button>
      </DashboardHead>
      {!data ? (
        <NotYet error={error} refetch={refetch} height={320} />
      ) : data.length === 0 ? (
        <EmptyState
          icon={<IconPlugConnected />}
          title={t('dashboard.no_processors')}
          text={t('dashboard.no_processors_text')}
        />
      ) : (
        <ProcessorCards processors={data} />
      )}
    </div>
  )
}
