import { IconCreditCard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TerminalTransactionsLink } from '../payments/payment-links.tsx'
import { TransactionTable } from '../payments/transaction-table.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'

/** The payments of a terminal, newest first. */
export function TerminalTransactions({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <>
      <TransactionTable
        query={{ terminal: id }}
        empty={
          <EmptyState
            icon={<IconCreditCard />}
            title={t('terminals.no_transactions')}
            text={t('terminals.no_transactions_text')}
          />
        }
      />
      <p>
        <TerminalTransactionsLink terminal={id}>{t('terminals.transactions')}</TerminalTransactionsLink>
      </p>
    </>
  )
}
