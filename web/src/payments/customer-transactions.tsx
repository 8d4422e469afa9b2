import { IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomerTransactionsLink } from './payment-links.tsx'
import { TransactionTable } from './transaction-table.tsx'

/** What a customer paid, newest first. */
export function CustomerTransactions({ id }: { id: string }) {
  const { t } = useTranslation()
  const [skip, setSkip] = useState(0)
  return (
    <>
      <TransactionTable
        query={{ customer: id }}
        skip={skip}
        onSkip={setSkip}
        emptyIcon={<IconCreditCard />}
        emptyTitle={t('customers.no_transactions')}
        emptyText={t('customers.no_transactions_text')}
      />
      <p>
        <CustomerTransactionsLink customer={id}>{t('payments.customer_transactions')}</CustomerTransactionsLink>
      </p>
    </>
  )
}
