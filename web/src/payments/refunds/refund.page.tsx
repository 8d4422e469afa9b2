import { refund } from '@kontor/contract/payments/refund.entity'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../../platform/list/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { FieldListSkeleton } from '../../ui/skeletons.tsx'
import { AddRefund } from './add-refund.tsx'

const RefundPanel = lazy(() => import('./refund.panel.tsx').then((module) => ({ default: module.RefundPanel })))

const columns = columnsOf(
  refund,
  ['created_at', 'merchant_reference', 'payment_product', 'transaction_amount', 'amount', 'reason', 'status'],
  {
    extra: [
      'id',
      'status_reason',
      'override_chargeback_reason',
      'last_status_update',
      'created_by',
      'payment_profile',
      'organisation',
      'processor_id_external',
    ],
  },
)
const populate = ['payment_profile', 'organisation']

export function RefundPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      entity={refund}
      path="/refunds"
      hasWindow
      title={t('nav.refunds.label')}
      description={t('nav.refunds.description')}
      columns={columns}
      populate={populate}
      panel={(id) => (
        <Suspense fallback={<FieldListSkeleton />}>
          <RefundPanel key={id} id={id} />
        </Suspense>
      )}
    >
      <AddRefund />
    </ListPage>
  )
}
