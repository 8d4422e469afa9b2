import { customer } from '@kontor/contract/customers/customer.entity'
import {
  bestCustomersEndpoint,
  customerByStatusEndpoint,
  customerSeriesEndpoint,
  customerTotalEndpoint,
} from '@kontor/contract/insights/customer-statistics.endpoints'
import { useIsFetching } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BestCustomersCard } from './cards/best-customers-card.tsx'
import { CustomerStatusCard } from './cards/customer-status-card.tsx'
import { SegmentCard } from './cards/segment-card.tsx'
import { SeriesCard } from './cards/series-card.tsx'
import dashboardPage from './dashboard-page.module.css'
import { DashboardPage } from './dashboard-page.tsx'
import { useTarget } from './targets.ts'
import { useDashboard } from './use-dashboard.ts'
import { useStatistics } from './use-statistics.ts'

/** Customers first known in the range, and the customers who bought most in it. */
export default function CustomerDashboardPage() {
  const { t } = useTranslation()
  const dashboard = useDashboard()
  const { range, money, period, search } = dashboard
  const output = search.output === 'volume' ? 'volume' : 'count'
  const targetOf = useTarget(customer, '/customers')
  const series = useStatistics(customerSeriesEndpoint, { ...range, period })
  const total = useStatistics(customerTotalEndpoint, { ...range, period })
  const statuses = useStatistics(customerByStatusEndpoint, range)
  const best = useStatistics(bestCustomersEndpoint, { ...money, output, _limit: '10' })
  const isBusy = useIsFetching({ queryKey: ['customer'] }) > 0
  return (
    <DashboardPage dashboard={dashboard} isBusy={isBusy}>
      <SeriesCard
        title={t('dashboard.customer_series')}
        name="customers"
        countLabel={t('dashboard.customers')}
        series={series}
        total={total}
        targetOf={targetOf}
      />
      <div className={dashboardPage.grid}>
        <CustomerStatusCard query={statuses} targetOf={targetOf} />
        <SegmentCard />
      </div>
      <BestCustomersCard query={best} dashboard={dashboard} output={output} />
    </DashboardPage>
  )
}
