import {
  type ScheduledTransaction,
  scheduledTransaction,
} from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../platform/list/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { AddScheduled } from './add-scheduled.tsx'
import { useScheduledBulk } from './scheduled-bulk.tsx'
import { useScheduledReason } from './scheduled-reason.ts'

const ScheduledPanel = lazy(() =>
  import('./scheduled.panel.tsx').then((module) => ({ default: module.ScheduledPanel })),
)

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
    special: { status_reason: (row) => <Reason row={row} /> },
  },
)
const populate = ['organisation']

export function ScheduledPage() {
  const { t } = useTranslation()
  const bulk = useScheduledBulk()
  return (
    <ListPage
      entity={scheduledTransaction}
      path="/transactions/scheduled"
      hasInitialFilter
      title={t('nav.scheduled.label')}
      description={t('nav.scheduled.description')}
      columns={columns}
      populate={populate}
      bulk={bulk}
      panel={(id) => (
        <Suspense fallback={<FieldListSkeleton />}>
          <ScheduledPanel key={id} id={id} />
        </Suspense>
      )}
    >
      <AddScheduled />
    </ListPage>
  )
}

function Reason({ row }: { row: ScheduledTransaction }) {
  return useScheduledReason()(row.status_reason)
}
