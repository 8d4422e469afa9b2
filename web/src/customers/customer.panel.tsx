import { customer } from '@kontor/contract/customers/customer.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../payments/customer-name.ts'
import type { CustomerRow } from '../payments/rows.ts'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../platform/panel/row-so-far.ts'
import { useMay } from '../platform/viewer.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerEvents } from './customer-events.tsx'
import { CustomerOverview } from './customer-overview.tsx'
import { CustomerTransactions } from './customer-transactions.tsx'

/** A customer's details, purchases and history. */
export default function CustomerPanel({ id }: { id: string }) {
  const { t } = useTranslation(['main', 'fields'])
  const whole = useRow<typeof customer, CustomerRow>(customer, id, { populate: customer.populate })
  const soFar = useRowSoFar<CustomerRow>(customer, id)
  const row = whole.data ?? soFar
  const mayReadTransactions = useMay(transaction.roles.list)
  const nameOf = useCustomerName()
  if (!row || (whole.error && !whole.data)) return <NotYet error={whole.error} refetch={whole.refetch} rows={14} />
  const tabs: [PanelTab, ...PanelTab[]] = [
    { name: 'overview', label: t('customers.tab.overview'), content: () => <CustomerOverview row={row} /> },
    ...(mayReadTransactions
      ? [
          {
            name: 'transactions',
            label: t('customers.tab.transactions'),
            content: () => <CustomerTransactions id={id} />,
          },
        ]
      : []),
    { name: 'events', label: t('payments.tab.events'), content: () => <CustomerEvents id={id} /> },
  ]
  return (
    <>
      <TitledHead
        title={nameOf(row)}
        tags={!row.erased_at && <StatusTag status={row.status} />}
        actions={<CustomerActions row={row} />}
      >
        {row.segment && <span>{t(`fields:segment.${row.segment}`)}</span>}
      </TitledHead>
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}
