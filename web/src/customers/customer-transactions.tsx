import { IconCreditCard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CustomerTransactionsLink } from '../payments/payment-links.tsx'
import { TransactionTable } from '../payments/transaction-table.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'

/** The customer's payments, newest first. */
export function CustomerTransactions({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <>
      <TransactionTable
        query={{ customer: id }}
        empty={
          <EmptyState
            icon={<IconCreditCard />}
            title={t('customers.no_transactions')}
            text={t('customers.no_transactions_text')}
          />
        }
      />
      <p>
        <CustomerTransactionsLink customer={id}>{t('payments.customer_transactions')}</CustomerTransactionsLink>
      </p>
    </>
  )
}
