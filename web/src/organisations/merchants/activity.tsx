import { formatQueryString } from '@kontor/contract/lists/query-string'
import type { MerchantWithRevenue } from '@kontor/contract/organisations/merchant.schemas'
import { paidStatuses } from '@kontor/contract/payments/transaction.rules'
import { exactly } from '@kontor/contract/sums'
import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { InMerchantView, useMerchantRoutes } from './in-merchant-view.tsx'

const period_ms = 28 * 86_400_000

/** What a merchant was paid in 28 days, per currency, each as a link to the payments that it counts. */
export function Activity({ row }: { row: MerchantWithRevenue }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [since] = useState(() => new Date(Date.now() - period_ms).toISOString())
  const paid = row.revenue.length > 0 ? row.revenue : [{ currency_code: row.currency_code, amount: 0, count: 0 }]
  return (
    <Stack gap="xs">
      {paid.map((turnover) => (
        <Payments key={turnover.currency_code} merchant={row.id} since={since} currency={turnover.currency_code}>
          <Money amount={exactly(turnover, 'amount')} currency={turnover.currency_code} />
          {` · ${t('home.payments', { count: turnover.count, number: labels.number(turnover.count) })}`}
        </Payments>
      ))}
    </Stack>
  )
}

interface PaymentsProps {
  merchant: string
  since: string
  currency: string
  children: ReactNode
}

function Payments({ merchant, since, currency, children }: PaymentsProps) {
  if (!useMerchantRoutes().has('/transactions')) return <span>{children}</span>
  const query = formatQueryString({ 'created_at>': since, currency_code: currency, 'status[]': paidStatuses })
  return (
    <InMerchantView merchant={merchant} to={`/transactions?${query}`}>
      {children}
    </InMerchantView>
  )
}
