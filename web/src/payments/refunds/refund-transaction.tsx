import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { TransactionLink } from '../payment-links.tsx'
import { type TransactionRow, transactionRelations } from '../rows.ts'
import { TransactionDetails } from '../transaction/transaction-details.tsx'

/** The transaction that a refund pays back. */
export function RefundTransaction({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRow<typeof transaction, TransactionRow>(transaction, id, {
    populate: transactionRelations,
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={14} />
  return (
    <>
      <p>
        <TransactionLink id={id}>{t('payments.open_transaction')}</TransactionLink>
      </p>
      <TransactionDetails row={data} />
    </>
  )
}
