import { customer } from '@kontor/contract/customers/customer.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { useMay } from '../../platform/viewer.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { CustomerFields } from '../customer-fields.tsx'
import { useCustomerName } from '../customer-name.ts'
import { CustomerLink, CustomerTransactionsLink } from '../payment-links.tsx'
import type { CustomerRow } from '../rows.ts'

/** The customer, with a link to all of the customer's payments. */
export function CustomerTab({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRow<typeof customer, CustomerRow>(customer, id, { populate: customer.populate })
  const nameOf = useCustomerName()
  const mayReadTransactions = useMay(transaction.roles.list)
  if (!data) return <NotYet error={error} refetch={refetch} rows={12} />
  return (
    <>
      <TitledHead title={nameOf(data)} tags={!data.erased_at && <StatusTag status={data.status} />} />
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
