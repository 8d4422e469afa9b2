import { customer } from '@kontor/contract/customers/customer.entity'
import { refundTransactionEndpoint } from '@kontor/contract/payments/refund.endpoints'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { idOf } from '../../platform/api/related.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelHead } from '../../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../../platform/panel/row-so-far.ts'
import { useIsWholePage } from '../../platform/panel/whole-page.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { useMay, useSeesMerchants, useViewer } from '../../platform/viewer.ts'
import { FieldListSkeleton } from '../../ui/page/skeletons.tsx'
import { isUnderWay, useFollowUp } from '../follow-up.ts'
import { ChargebackWarning, isDisputed } from '../override-chargeback.tsx'
import { PaymentMethod } from '../payment-method.tsx'
import { ReversalTags } from '../payment-status.tsx'
import { useFollowedRefund } from '../refunds/followed-refund.ts'
import { type TransactionRow, transactionRelations } from '../rows.ts'
import { StuckOfTransaction } from '../stuck/stuck-of-transaction.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import { TransactionChargebacks } from './transaction-chargebacks.tsx'
import { TransactionContradictions } from './transaction-contradictions.tsx'
import { CustomerTab } from './transaction-customer.tsx'
import { TransactionDetails } from './transaction-details.tsx'
import { LatestEvents, TransactionEvents } from './transaction-events.tsx'
import { TransactionRefunds } from './transaction-refunds.tsx'

const TransactionDecision = lazy(() =>
  import('./transaction-decision.tsx').then((module) => ({ default: module.TransactionDecision })),
)

const TransactionMoney = lazy(() =>
  import('../../ledger/transaction-money.tsx').then((module) => ({ default: module.TransactionMoney })),
)

/** A transaction's details, history and actions. */
export default function TransactionPanel({ id }: { id: string }) {
  const whole = useRow<typeof transaction, TransactionRow>(transaction, id, { populate: transactionRelations })
  const soFar = useRowSoFar<TransactionRow>(transaction, id)
  const row = whole.data ?? soFar
  const refunded = useFollowedRefund()
  useFollowUp({
    ids: [id],
    state: row && `${row.status} ${row.refunded_amount} ${row.reversals}`,
    isUnderWay: refunded.isUnderWay || (row !== undefined && isUnderWay(row.status)),
  })
  if (!row || (whole.error && !whole.data)) return <NotYet error={whole.error} refetch={whole.refetch} rows={14} />
  return <TransactionContent row={row} onRefunded={refunded.follow} />
}

function TransactionContent({ row, onRefunded }: { row: TransactionRow; onRefunded: (id: string) => void }) {
  const { t } = useTranslation()
  const seesMerchants = useSeesMerchants()
  const mayRefund = useMay(refundTransactionEndpoint)
  return (
    <>
      <PanelHead
        amount={row.amount}
        currency={row.currency_code}
        status={row.status}
        more={<ReversalTags reversals={row.reversals} />}
        actions={<TransactionActions transaction={row} onRefunded={onRefunded} />}
      >
        {seesMerchants && <span>{row.merchant_name}</span>}
        <Instant value={row.created_at} />
        <PaymentMethod method={row} />
      </PanelHead>
      <TransactionContradictions transaction={row.id} />
      {mayRefund && isDisputed(row) && (
        <Box mb="sm">
          <ChargebackWarning />
        </Box>
      )}
      <PanelTabs label={t('payments.tabs')} tabs={useTabs(row, onRefunded)} />
    </>
  )
}

/** What threatens the payment and what happened to it come before its fields. */
function Overview({ row }: { row: TransactionRow }) {
  // On a page of its own the whole history stands beside the fields.
  const isPage = useIsWholePage()
  return (
    <>
      <StuckOfTransaction transaction={row.id} />
      <TransactionChargebacks transaction={row.id} />
      {!isPage && <LatestEvents transaction={row} />}
      <TransactionDetails row={row} />
    </>
  )
}

/** The tabs that the viewer's roles allow. */
function useTabs(row: TransactionRow, onRefunded: (id: string) => void): [PanelTab, ...PanelTab[]] {
  const { t } = useTranslation()
  const isCollecting = useViewer().modules.includes('collecting')
  const mayReadCustomers = useMay(customer.roles.list)
  const mayReadRefunds = useMay(refund.roles.list)
  const payer = row.customer === null ? undefined : idOf(row.customer)
  return [
    { name: 'details', label: t('payments.tab.details'), content: () => <Overview row={row} /> },
    { name: 'events', label: t('payments.tab.events'), content: () => <TransactionEvents transaction={row} /> },
    {
      name: 'decision',
      label: t('decision.tab'),
      content: () => (
        <Suspense fallback={<FieldListSkeleton rows={5} />}>
          <TransactionDecision id={row.id} />
        </Suspense>
      ),
    },
    ...(isCollecting
      ? [
          {
            name: 'money',
            label: t('money.tab'),
            content: () => (
              <Suspense fallback={<FieldListSkeleton rows={5} />}>
                <TransactionMoney id={row.id} />
              </Suspense>
            ),
          },
        ]
      : []),
    ...(payer && mayReadCustomers
      ? [{ name: 'customer', label: t('payments.tab.customer'), content: () => <CustomerTab id={payer} /> }]
      : []),
    ...(mayReadRefunds
      ? [
          {
            name: 'refunds',
            label: t('payments.tab.refunds'),
            content: () => <TransactionRefunds transaction={row} onRefunded={onRefunded} />,
          },
        ]
      : []),
  ]
}
