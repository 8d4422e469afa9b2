import {
  transactionByBrowserEndpoint,
  transactionByCountryEndpoint,
  transactionByPlatformEndpoint,
  transactionByProductEndpoint,
  transactionByStatusEndpoint,
  transactionLifecycleEndpoint,
  transactionSeriesEndpoint,
  transactionTimeOfDayEndpoint,
  transactionTotalEndpoint,
} from '@kontor/contract/insights/transaction-statistics.endpoints'
import { browsers, paymentProducts, platforms, transactionStatuses } from '@kontor/contract/payments/transaction.rules'
import { useIsFetching } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BreakdownCard } from './cards/breakdown-card.tsx'
import { CountryCard } from './cards/country-card.tsx'
import { HeatmapCard } from './cards/heatmap-card.tsx'
import { useHeatmapRange } from './cards/heatmap-range.ts'
import { HoursCard } from './cards/hours-card.tsx'
import { LifecycleCard } from './cards/lifecycle-card.tsx'
import { SeriesCard } from './cards/series-card.tsx'
import dashboardPage from './dashboard-page.module.css'
import { DashboardPage } from './dashboard-page.tsx'
import { useTransactionTarget } from './targets.ts'
import { useDashboard } from './use-dashboard.ts'
import { useStatistics } from './use-statistics.ts'

/** Payments that were begun in the range, whatever their status is now. */
export default function TransactionDashboardPage() {
  const { t } = useTranslation()
  const dashboard = useDashboard()
  const { money, period } = dashboard
  const targetOf = useTransactionTarget()
  const series = useStatistics(transactionSeriesEndpoint, { ...money, period })
  const total = useStatistics(transactionTotalEndpoint, { ...money, period })
  const products = useStatistics(transactionByProductEndpoint, money)
  const outcomes = useStatistics(transactionByStatusEndpoint, money)
  const countries = useStatistics(transactionByCountryEndpoint, money)
  const lifecycle = useStatistics(transactionLifecycleEndpoint, money)
  const byPlatform = useStatistics(transactionByPlatformEndpoint, money)
  const byBrowser = useStatistics(transactionByBrowserEndpoint, money)
  const timeOfDay = useStatistics(transactionTimeOfDayEndpoint, money)
  const heatmap = useStatistics(transactionTimeOfDayEndpoint, { ...money, ...useHeatmapRange(dashboard) })
  const isBusy = useIsFetching({ queryKey: ['transaction'] }) > 0
  const counted = { countLabel: t('dashboard.transactions'), targetOf }
  return (
    <DashboardPage dashboard={dashboard} isBusy={isBusy} money={series.data}>
      <SeriesCard
        {...counted}
        title={t('dashboard.transaction_series')}
        name="transactions"
        series={series}
        total={total}
      />
      <div className={dashboardPage.grid}>
        <BreakdownCard
          {...counted}
          kind="bars"
          query={products}
          title={t('dashboard.products')}
          name="transactions-per-payment-method"
          field="payment_product"
          values={paymentProducts}
        />
        <BreakdownCard
          {...counted}
          kind="donut"
          query={outcomes}
          title={t('dashboard.outcomes')}
          name="transaction-outcomes"
          field="status"
          values={transactionStatuses}
        />
        <CountryCard query={countries} targetOf={targetOf} />
        <LifecycleCard query={lifecycle} />
        <HeatmapCard query={heatmap} />
        <HoursCard query={timeOfDay} by="weekday" />
        <HoursCard query={timeOfDay} by="hour" />
        <BreakdownCard
          {...counted}
          kind="donut"
          query={byPlatform}
          title={t('dashboard.platforms')}
          name="transactions-per-operating-system"
          field="platform"
          values={platforms}
        />
        <BreakdownCard
          {...counted}
          kind="donut"
          query={byBrowser}
          title={t('dashboard.browsers')}
          name="transactions-per-browser"
          field="browser"
          values={browsers}
        />
      </div>
    </DashboardPage>
  )
}
