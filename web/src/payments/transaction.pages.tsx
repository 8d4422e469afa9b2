import { transaction } from '@kontor/contract/payments/transaction.entity'
import type { Query } from '@kontor/contract/query-string'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../platform/list/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { StatisticsMenu } from './statistics-menu.tsx'
import { useTagActions } from './transaction/tag-actions.tsx'

const TransactionPanel = lazy(() =>
  import('./transaction/transaction.panel.tsx').then((module) => ({ default: module.TransactionPanel })),
)

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
      'recurring_type',
      'tags',
      'processor',
      'processor_id_external',
      'organisation',
      'platform',
      'browser',
    ],
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
  { extra: ['id', 'refunded_amount', 'status_reason', 'country_code', 'processor', 'organisation'] },
)
const populate = ['tags', 'processor', 'organisation', 'customer', 'payment_profile']

// The five page types of 000 section 2 are the same list under a filter that the screen fixes.
export const PspTransactionPage = () => <TransactionList path="/psp/transactions" label="psp_transactions" hasWindow />
export const TransactionPage = () => <TransactionList path="/transactions" label="transactions" />
export const TaggedTransactionPage = () => (
  <TransactionList path="/transactionsTagged" label="transactions_tagged" fixed={{ tagged: 'true' }} />
)
export const BlockedTransactionPage = () => (
  <TransactionList path="/transactionsBlocked" label="transactions_blocked" fixed={{ blocked: 'true' }} />
)
export const MissedTransactionPage = () => (
  <TransactionList path="/transactionsMissed" label="transactions_missed" fixed={{ status: 'ABANDONED' }} />
)
export const DeclinedTransactionPage = () => (
  <TransactionList path="/transactionsDeclined" label="transactions_declined" fixed={{ status: 'DECLINED' }} />
)

interface TransactionListProps {
  path: string
  label: string
  fixed?: Query
  hasWindow?: boolean
}

function TransactionList({ path, label, fixed, hasWindow = false }: TransactionListProps) {
  const { t } = useTranslation()
  const bulk = useTagActions()
  return (
    <ListPage
      key={path}
      entity={transaction}
      path={path}
      title={t(`nav.${label}.label`)}
      description={t(`nav.${label}.description`)}
      hasWindow={hasWindow}
      columns={fixed?.tagged ? taggedColumns : columns}
      populate={populate}
      bulk={bulk}
      {...(fixed ? { fixed } : {})}
      panel={(id) => (
        <Suspense fallback={<FieldListSkeleton />}>
          <TransactionPanel key={id} id={id} />
        </Suspense>
      )}
    >
      <StatisticsMenu />
    </ListPage>
  )
}
