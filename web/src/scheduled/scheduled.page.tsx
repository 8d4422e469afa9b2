import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { AddScheduled } from './add-scheduled.tsx'
import { useScheduledBulk } from './scheduled-bulk.tsx'

const columns = columnsOf(
  scheduledTransaction,
  [
    'due_at',
    'amount',
    'customer_name',
    'card_name',
    'merchant_reference',
    'payment_profile_name',
    'attempts',
    'status',
  ],
  {
    extra: [
      'id',
      'created_at',
      'status_reason',
      'next_attempt_at',
      'retry_policy',
      'last_status_update',
      'transaction',
      'cancelled_at',
      'created_by',
      'organisation',
    ],
  },
)
const populate = ['organisation']

export default function ScheduledPage() {
  const bulk = useScheduledBulk()
  return (
    <ListPage columns={columns} populate={populate} bulk={bulk}>
      <AddScheduled />
    </ListPage>
  )
}
