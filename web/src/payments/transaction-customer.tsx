import { type Customer, customer } from '@kontor/contract/payments/customer.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { Failed } from '../platform/failed.tsx'
import { Instant } from '../platform/instant.tsx'
import { useLabels } from '../platform/labels.ts'
import { useRow } from '../platform/reading.ts'
import { useMay } from '../platform/viewer.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { CustomerTransactionsLink } from './payment-links.tsx'

/** Who paid, and the way to everything else this customer paid. */
export function CustomerTab({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRow(customer, id)
  const mayReadTransactions = useMay(transaction.roles.list)
  if (error && !data) return <Failed refusal={error} onRetry={refetch} />
  if (!data) return <FieldListSkeleton rows={12} />
  return (
    <>
      <CustomerFields row={data} />
      {mayReadTransactions && (
        <p>
          <CustomerTransactionsLink customer={id}>{t('payments.customer_transactions')}</CustomerTransactionsLink>
        </p>
      )}
    </>
  )
}

function CustomerFields({ row }: { row: Customer }) {
  const labels = useLabels()
  const label = (name: keyof Customer) => labels.field(customer, name)
  return (
    <FieldList
      fields={[
        [label('name'), row.name],
        [label('email_address'), row.email_address],
        [label('phone_number'), row.phone_number],
        [label('reference'), row.reference],
        [label('first_name'), row.first_name],
        [label('last_name'), row.last_name],
        [label('postal_code'), row.postal_code],
        [label('city'), row.city],
        [
          label('country_code'),
          row.country_code && labels.value('country_code', customer.fields.country_code, row.country_code),
        ],
        [label('status'), <StatusTag key="status" status={row.status} />],
        [label('status_reason'), row.status_reason],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
