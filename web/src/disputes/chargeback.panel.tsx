import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { useFollowUp } from '../payments/follow-up.ts'
import { PaymentMethod } from '../payments/payment-method.tsx'
import { RefundTransaction } from '../payments/refunds/refund-transaction.tsx'
import { useRow } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { PanelHead } from '../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../platform/panel/row-so-far.ts'
import { useMay } from '../platform/viewer.ts'
import { ChargebackActions } from './chargeback-actions.tsx'
import { ChargebackDetails } from './chargeback-details.tsx'
import { ChargebackEvidence } from './chargeback-evidence.tsx'
import { ChargebackNotices, DaysLeft } from './chargeback-notices.tsx'
import { type ChargebackRow, chargebackRelations } from './chargeback-row.ts'
import { useReasonLine } from './evidence-wanted.tsx'

/** A chargeback: its payment, the time left to answer, and the answer. */
export default function ChargebackPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const whole = useRow<typeof chargeback, ChargebackRow>(chargeback, id, { populate: chargebackRelations })
  const soFar = useRowSoFar<ChargebackRow>(chargeback, id)
  const row = whole.data ?? soFar
  const tabs = useTabs(row)
  const reasonLine = useReasonLine()
  useFollowUp({
    ids: [id],
    state: row && `${row.status} ${row.answer}`,
    // The answer is being sent, or the issuer has to decide.
    isUnderWay: row !== undefined && (row.status === 'IN_DISPUTE' || (row.status === 'OPEN' && row.answer !== null)),
  })
  if (!row || !tabs || (whole.error && !whole.data))
    return <NotYet error={whole.error} refetch={whole.refetch} rows={12} />
  return (
    <>
      <PanelHead
        amount={row.amount}
        currency={row.currency_code}
        status={row.status}
        more={<DaysLeft row={row} />}
        actions={<ChargebackActions chargeback={row} />}
      >
        <span>{reasonLine(row)}</span>
        <PaymentMethod method={row} />
      </PanelHead>
      <ChargebackNotices row={row} />
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}

function useTabs(row: ChargebackRow | undefined): [PanelTab, ...PanelTab[]] | undefined {
  const { t } = useTranslation()
  const mayReadTransactions = useMay(transaction.roles.list)
  if (!row) return undefined
  return [
    { name: 'details', label: t('payments.tab.details'), content: () => <ChargebackDetails row={row} /> },
    { name: 'evidence', label: t('payments.tab.evidence'), content: () => <ChargebackEvidence row={row} /> },
    ...(mayReadTransactions
      ? [
          {
            name: 'transaction',
            label: t('payments.tab.transaction'),
            content: () => <RefundTransaction id={idOf(row.transaction)} />,
          },
        ]
      : []),
  ]
}
