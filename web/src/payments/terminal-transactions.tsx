import { IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TerminalTransactionsLink } from './payment-links.tsx'
import { TransactionTable } from './transaction-table.tsx'

/** What a terminal took, newest first. */
export function TerminalTransactions({ id }: { id: string }) {
  const { t } = useTranslation()
  const [skip, setSkip] = useState(0)
  return (
    <>
      <TransactionTable
        query={{ terminal: id }}
        skip={skip}
        onSkip={setSkip}
        emptyIcon={<IconCreditCard />}
        emptyTitle={t('terminals.no_transactions')}
        emptyText={t('terminals.no_transactions_text')}
      />
      <p>
        <TerminalTransactionsLink terminal={id}>{t('terminals.transactions')}</TerminalTransactionsLink>
      </p>
    </>
  )
}
