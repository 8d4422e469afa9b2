import { type Transaction, transaction } from '@kontor/contract/payments/transaction.entity'
import { riskRulesetRoles } from '@kontor/contract/roles'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { useMay } from '../platform/viewer.ts'
import { PaymentStatus } from './payment-status.tsx'
import { StatisticsMenu } from './statistics-menu.tsx'
import { usePaymentBulk } from './transaction/use-payment-bulk.tsx'

const special = { status: (row: Transaction) => <PaymentStatus payment={row} /> }
const first = ['created_at', 'merchant_reference', 'amount', 'status'] as const
const last = ['payment_product', 'customer_name', 'payment_profile_name'] as const
const columns = columnsOf(transaction, [...first, ...last], {
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
})
/** The columns of payments that something was done to, with what did it. */
const markedColumns = (mark: 'tags' | 'rulesets') =>
  columnsOf(transaction, [...first, mark, ...last], {
    extra: ['id', 'refunded_amount', 'status_reason', 'country_code', 'processor', 'organisation'],
    special,
  })
const taggedColumns = markedColumns('tags')
const blockedColumns = markedColumns('rulesets')
const populate = ['tags', 'processor', 'organisation', 'customer', 'payment_profile']

/** The payments of a view, under the screen's fixed filter. */
export default function TransactionPage() {
  const { fixed } = useListScreen()
  const bulk = usePaymentBulk()
  const mayNameRulesets = useMay(riskRulesetRoles)
  const isBlocked = fixed?.blocked !== undefined && mayNameRulesets
  return (
    <ListPage
      columns={fixed?.tagged ? taggedColumns : isBlocked ? blockedColumns : columns}
      populate={isBlocked ? [...populate, 'rulesets'] : populate}
      bulk={bulk}
    >
      <StatisticsMenu />
    </ListPage>
  )
}
