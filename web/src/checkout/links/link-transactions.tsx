import { IconCreditCard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransactionTable } from '../../payments/transaction-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'

/** The payments that were made or tried through a link, the newest first. */
export function LinkTransactions({ by, id }: { by: 'payment_link' | 'card_add_link'; id: string }) {
  const { t } = useTranslation()
  return (
    <TransactionTable
      query={{ [by]: id }}
      columns={['created_at', 'payment_product', 'amount', 'status']}
      empty={
        <EmptyState
          icon={<IconCreditCard />}
          title={t(by === 'card_add_link' ? 'links.no_verifications' : 'links.no_transactions')}
        />
      }
    />
  )
}
