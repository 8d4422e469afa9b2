import { type Transaction, transaction } from '@kontor/contract/payments/transaction.entity'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { PaymentStatus } from './payment-status.tsx'
import { StatisticsMenu } from './statistics-menu.tsx'
import { usePaymentBulk } from './transaction/use-payment-bulk.tsx'

const special = { status: (row: Transaction) => <PaymentStatus payment={row} /> }
const columns = columnsOf(
  transaction,
  ['created_at', 'merchant_reference', 'amount', 'status', 'payment_product', 'customer_name', 'payment_profile_name'],
  {
    extra: [
      'id',
      'refunded_amount',
      'captured_amount',
      'status_reason',
      'last_status_update',
      'payment_product_type',
      'country_code',
      'card_brand',
      'card_last_four',
      'three_d_secure',
      'recurring_type',
      'tags',
      'processor',
      'processor_id_external',
      'organisation',
      'platform',
      'browser',
    ],
    special,
  },
)
const taggedColumns = columnsOf(
  transaction,
  [
    'created_at',
    'merchant_reference',
    'amount',
    'status',
    'tags',
    'payment_product',
    'customer_name',
    'payment_profile_name',
  ],
  { extra: ['id', 'refunded_amount', 'status_reason', 'country_code', 'processor', 'organisation'], special },
)
const populate = ['tags', 'processor', 'organisation', 'customer', 'payment_profile']

/** The payments of a view, under the screen's fixed filter. */
export default function TransactionPage() {
  const { fixed } = useListScreen()
  const bulk = usePaymentBulk()
  return (
    <ListPage columns={fixed?.tagged ? taggedColumns : columns} populate={populate} bulk={bulk}>
      <StatisticsMenu />
    </ListPage>
  )
}
