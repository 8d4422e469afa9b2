import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelHead } from '../../platform/panel/panel-head.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { TransactionLink } from '../payment-links.tsx'
import { PaymentMethod } from '../payment-method.tsx'
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
      <PanelHead amount={data.amount} currency={data.currency_code} status={data.status}>
        <span>{data.merchant_reference}</span>
        <Instant value={data.created_at} />
        <PaymentMethod method={data} />
      </PanelHead>
      <TransactionDetails row={data} />
    </>
  )
}
