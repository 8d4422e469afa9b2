import { transaction } from '@kontor/contract/payments/transaction.entity'
import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { useTranslation } from 'react-i18next'
import { useFollowUp } from '../payments/follow-up.ts'
import { RefundTransaction } from '../payments/refunds/refund-transaction.tsx'
import { useRow } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { PanelHead } from '../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../platform/panel/row-so-far.ts'
import { Instant } from '../platform/value/instant.tsx'
import { useMay } from '../platform/viewer.ts'
import { ScheduledActions } from './scheduled-actions.tsx'
import { ScheduledAttempts } from './scheduled-attempts.tsx'
import { ScheduledDetails } from './scheduled-details.tsx'
import { type ScheduledRow, scheduledRelations } from './scheduled-row.ts'

/** A payment that will be taken, or was. */
export default function ScheduledPanel({ id }: { id: string }) {
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
  if (!row || !tabs || (whole.error && !whole.data))
    return <NotYet error={whole.error} refetch={whole.refetch} rows={12} />
  return (
    <>
      <PanelHead
        amount={row.amount}
        currency={row.currency_code}
        status={row.status}
        actions={<ScheduledActions row={row} />}
      >
        <span>{row.customer_name}</span>
        <Instant value={row.due_at} />
      </PanelHead>
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}

function useTabs(row: ScheduledRow | undefined): [PanelTab, ...PanelTab[]] | undefined {
  const { t } = useTranslation()
  const history = useHistoryTab(scheduledTransaction, row?.id ?? '')
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
    ...history,
  ]
}
