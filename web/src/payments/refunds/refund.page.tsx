import { refund } from '@kontor/contract/payments/refund.entity'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { ReferenceLink } from '../payment-links.tsx'
import { AddRefund } from './add-refund.tsx'

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
    special: { merchant_reference: (row) => <ReferenceLink reference={row.merchant_reference} /> },
  },
)
const populate = ['payment_profile', 'organisation']

export default function RefundPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddRefund />
    </ListPage>
  )
}
