import { customer } from '@kontor/contract/customers/customer.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { type PanelTab, PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useMay } from '../platform/viewer.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerEvents } from './customer-events.tsx'
import { CustomerOverview } from './customer-overview.tsx'
import { CustomerTransactions } from './customer-transactions.tsx'
import '../platform/panel/panel.css'
import type { CustomerRow } from '../payments/rows.ts'
import { useRowSoFar } from '../platform/panel/row-so-far.ts'

/** A customer's details, purchases and history. */
export default function CustomerPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const whole = useRow<typeof customer, CustomerRow>(customer, id, { populate: customer.populate })
  const soFar = useRowSoFar<CustomerRow>(customer, id)
  const row = whole.data ?? soFar
  const mayReadTransactions = useMay(transaction.roles.list)
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
      <header className="panel-head">
        <div className="panel-amount">
          <Text component="h3" className="anywhere" fz={20} fw={600} lh={1.3} m={0}>
            {row.erased_at ? t('customers.erased') : (row.name ?? row.email_address ?? t('customers.nameless'))}
          </Text>
          {!row.erased_at && <StatusTag status={row.status} />}
        </div>
        <div className="panel-sub anywhere">
          {row.segment && <span>{t(`fields:segment.${row.segment}`)}</span>}
          {row.name && row.email_address && <span>{row.email_address}</span>}
          <Instant value={row.created_at} />
        </div>
        <CustomerActions row={row} />
      </header>
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}
