import { IconReceiptOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransactionTable } from '../payments/transaction-table.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'

/** All payments of the subscription, including failed ones, newest first. */
export function SubscriptionTransactions({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <TransactionTable
      query={{ subscription: id }}
      columns={['subscription_cycle', 'created_at', 'amount', 'status']}
      empty={
        <EmptyState
          icon={<IconReceiptOff />}
          title={t('subscriptions.no_transactions')}
          text={t('subscriptions.no_transactions_text')}
        />
      }
    />
  )
}
