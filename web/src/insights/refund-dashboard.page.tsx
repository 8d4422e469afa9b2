import {
  highestRefundsEndpoint,
  refundByProductEndpoint,
  refundByProductTypeEndpoint,
  refundByStatusEndpoint,
  refundSeriesEndpoint,
  refundTotalEndpoint,
} from '@kontor/contract/insights/refund-statistics.endpoints'
import { refund } from '@kontor/contract/payments/refund.entity'
import { refundStatuses } from '@kontor/contract/payments/refund.rules'
import { cardBrands, kindsOfProducts, paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { useIsFetching } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BreakdownCard } from './cards/breakdown-card.tsx'
import { HighestRefundsCard } from './cards/highest-refunds-card.tsx'
import { SeriesCard } from './cards/series-card.tsx'
import dashboardPage from './dashboard-page.module.css'
import { DashboardPage } from './dashboard-page.tsx'
import { useTarget } from './targets.ts'
import { useDashboard } from './use-dashboard.ts'
import { useStatistics } from './use-statistics.ts'

// The field is free text; these are the values that it has so far.
const productTypes = ['credit', 'debit', ...new Set(Object.values(kindsOfProducts)), ...cardBrands]

/** Refunds that were requested in the range, whatever their status is now. */
export default function RefundDashboardPage() {
  const { t } = useTranslation()
  const dashboard = useDashboard()
  const { money, period } = dashboard
  const series = useStatistics(refundSeriesEndpoint, { ...money, period })
  const total = useStatistics(refundTotalEndpoint, { ...money, period })
  const products = useStatistics(refundByProductEndpoint, money)
  const types = useStatistics(refundByProductTypeEndpoint, money)
  const outcomes = useStatistics(refundByStatusEndpoint, money)
  const highest = useStatistics(highestRefundsEndpoint, { ...money, _limit: '10' })
  const isBusy = useIsFetching({ queryKey: ['refund'] }) > 0
  const counted = { countLabel: t('dashboard.refunds'), targetOf: useTarget(refund, '/refunds') }
  return (
    <DashboardPage dashboard={dashboard} isBusy={isBusy} money={series.data}>
      <SeriesCard
        {...counted}
        title={t('dashboard.refund_series')}
        name="refunds"
        series={series}
        total={total}
        better="less"
      />
      <div className={dashboardPage.grid} data-three>
        <BreakdownCard
          {...counted}
          kind="donut"
          query={products}
          title={t('dashboard.refund_products')}
          name="refunds-per-payment-method"
          field="payment_product"
          values={paymentProducts}
        />
        {/* The list of refunds has no such filter, so this card has no links. */}
        <BreakdownCard
          countLabel={counted.countLabel}
          kind="donut"
          query={types}
          title={t('dashboard.refund_types')}
          name="refunds-per-kind-of-payment-method"
          field="payment_product_type"
          values={productTypes}
        />
        <BreakdownCard
          {...counted}
          kind="donut"
          query={outcomes}
          title={t('dashboard.refund_outcomes')}
          name="refund-outcomes"
          field="status"
          values={refundStatuses}
        />
        <HighestRefundsCard query={highest} />
      </div>
    </DashboardPage>
  )
}
