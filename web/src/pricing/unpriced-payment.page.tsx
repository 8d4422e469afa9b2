import { unpricedPayment } from '@kontor/contract/reports/booked/unpriced-payment.entity'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { useTransactionsRoute } from '../platform/screen/use-transactions-route.ts'

const columns = columnsOf(
  unpricedPayment,
  ['business_day', 'merchant_reference', 'payment_product', 'amount', 'transaction'],
  {
    extra: ['currency_code', 'id'],
    lines: { name: 'merchant_reference', figure: 'amount', when: 'business_day' },
  },
)

/** The newest business day first. A row leads to its payment. */
export default function UnpricedPaymentPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const to: string = useTransactionsRoute()
  return (
    <ListPage
      columns={columns}
      onOpen={({ transaction }) => {
        if (transaction !== null) void navigate({ to: `${to}/$id`, params: { id: transaction } })
      }}
      emptyTitle={t('pricing.unpriced.empty')}
      above={
        <Text size="sm" mb="sm">
          {t('pricing.unpriced.text')}
        </Text>
      }
    />
  )
}
