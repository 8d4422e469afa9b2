import { scheduledTransaction } from '@kontor/contract/payments/scheduled-transaction.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { Failed } from '../platform/failed.tsx'
import { Instant } from '../platform/instant.tsx'
import { useRow } from '../platform/reading.ts'
import { useMay } from '../platform/viewer.ts'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { useFollowUp } from './follow-up.ts'
import { PanelHead } from './panel-head.tsx'
import { type PanelTab, PanelTabs } from './panel-tabs.tsx'
import './payments.css'
import { RefundTransaction } from './refund-transaction.tsx'
import { idOf, type ScheduledRow, scheduledRelations } from './relations.ts'
import { useRowSoFar } from './row-so-far.ts'
import { ScheduledActions } from './scheduled-actions.tsx'
import { ScheduledAttempts } from './scheduled-attempts.tsx'
import { ScheduledDetails } from './scheduled-details.tsx'

/** A payment that is to be taken, or was. */
export function ScheduledPanel({ id }: { id: string }) {
  return <PanelOf key={id} id={id} />
}

function PanelOf({ id }: { id: string }) {
  const { t } = useTranslation()
  const whole = useRow<typeof scheduledTransaction, ScheduledRow>(scheduledTransaction, id, {
    populate: scheduledRelations,
  })
  const soFar = useRowSoFar<ScheduledRow>(scheduledTransaction, id)
  const row = whole.data ?? soFar
  const tabs = useTabs(row)
  useFollowUp({
    ids: [id],
    state: row && `${row.status} ${row.attempts} ${row.next_attempt_at}`,
    isUnderWay: row?.status === 'CREATED' && row.next_attempt_at === null,
  })
  if (whole.error && !whole.data) return <Failed refusal={whole.error} onRetry={whole.refetch} />
  if (!row || !tabs) return <FieldListSkeleton rows={12} />
  return (
    <>
      <PanelHead
        amount={row.amount}
        currency={row.currency_code}
        status={row.status}
        actions={<ScheduledActions row={row} />}
      >
        <span>{row.merchant_reference}</span>
        <Instant value={row.due_at} />
        <span>{row.card_name}</span>
      </PanelHead>
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}

function useTabs(row: ScheduledRow | undefined): [PanelTab, ...PanelTab[]] | undefined {
  const { t } = useTranslation()
  const mayReadTransactions = useMay(transaction.roles.list)
  if (!row) return undefined
  const taken = row.transaction && idOf(row.transaction)
  return [
    { name: 'details', label: t('payments.tab.details'), content: () => <ScheduledDetails row={row} /> },
    { name: 'attempts', label: t('payments.tab.attempts'), content: () => <ScheduledAttempts row={row} /> },
    ...(taken && mayReadTransactions
      ? [
          {
            name: 'transaction',
            label: t('payments.tab.transaction'),
            content: () => <RefundTransaction id={taken} />,
          },
        ]
      : []),
  ]
}
