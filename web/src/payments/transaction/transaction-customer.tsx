import { customer } from '@kontor/contract/customers/customer.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useMay } from '../../platform/viewer.ts'
import { CustomerFields } from '../customer-fields.tsx'
import { CustomerLink, CustomerTransactionsLink } from '../payment-links.tsx'
import type { CustomerRow } from '../rows.ts'

/** The customer, with a link to all of the customer's payments. */
export function CustomerTab({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRow<typeof customer, CustomerRow>(customer, id, { populate: customer.populate })
  const mayReadTransactions = useMay(transaction.roles.list)
  if (!data) return <NotYet error={error} refetch={refetch} rows={12} />
  return (
    <>
      <CustomerFields row={data} />
      <p>
        <CustomerLink id={id}>{t('customers.open')}</CustomerLink>
      </p>
      {mayReadTransactions && (
        <p>
          <CustomerTransactionsLink customer={id}>{t('payments.customer_transactions')}</CustomerTransactionsLink>
        </p>
      )}
    </>
  )
}
