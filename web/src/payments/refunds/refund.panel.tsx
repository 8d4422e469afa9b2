import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { idOf } from '../../platform/api/related.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelHead } from '../../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../../platform/panel/row-so-far.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { useMay } from '../../platform/viewer.ts'
import { isUnderWay, useFollowUp } from '../follow-up.ts'
import { PaymentMethod } from '../payment-method.tsx'
import { type RefundRow, refundRelations } from '../rows.ts'
import { RefundDetails } from './refund-details.tsx'
import { RefundTransaction } from './refund-transaction.tsx'

/** A refund and the transaction that it pays back. */
export default function RefundPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const whole = useRow<typeof refund, RefundRow>(refund, id, { populate: refundRelations })
  const soFar = useRowSoFar<RefundRow>(refund, id)
  const row = whole.data ?? soFar
  const tabs = useTabs(row)
  useFollowUp({ ids: [id], state: row?.status, isUnderWay: row !== undefined && isUnderWay(row.status) })
  if (!row || !tabs || (whole.error && !whole.data))
    return <NotYet error={whole.error} refetch={whole.refetch} rows={12} />
  return (
    <>
      <PanelHead amount={row.amount} currency={row.currency_code} status={row.status}>
        <Instant value={row.created_at} />
        <PaymentMethod method={row} />
      </PanelHead>
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}

function useTabs(row: RefundRow | undefined): [PanelTab, ...PanelTab[]] | undefined {
  const { t } = useTranslation()
  const mayReadTransactions = useMay(transaction.roles.list)
  if (!row) return undefined
  const paid = idOf(row.transaction)
  return [
    { name: 'details', label: t('payments.tab.details'), content: () => <RefundDetails row={row} /> },
    ...(mayReadTransactions
      ? [{ name: 'transaction', label: t('payments.tab.transaction'), content: () => <RefundTransaction id={paid} /> }]
      : []),
  ]
}
