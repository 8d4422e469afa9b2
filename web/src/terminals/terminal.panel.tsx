import { transaction } from '@kontor/contract/payments/transaction.entity'
import { terminal } from '@kontor/contract/terminals/terminal.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../platform/panel/row-so-far.ts'
import { useMay } from '../platform/viewer.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import { ConnectionTag } from './connection-tag.tsx'
import { TerminalActions } from './terminal-actions.tsx'
import { TerminalDetails } from './terminal-details.tsx'
import { TerminalEvents } from './terminal-events.tsx'
import { TerminalRequests } from './terminal-requests.tsx'
import type { TerminalRow } from './terminal-row.ts'
import { TerminalTransactions } from './terminal-transactions.tsx'

/** A terminal's details, payments and history. */
export default function TerminalPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const whole = useRow<typeof terminal, TerminalRow>(terminal, id, { populate: terminal.populate })
  const soFar = useRowSoFar<TerminalRow>(terminal, id)
  const row = whole.data ?? soFar
  const mayReadTransactions = useMay(transaction.roles.list)
  if (!row || (whole.error && !whole.data)) return <NotYet error={whole.error} refetch={whole.refetch} rows={10} />
  const tabs: [PanelTab, ...PanelTab[]] = [
    { name: 'details', label: t('payments.tab.details'), content: () => <TerminalDetails row={row} /> },
    ...(mayReadTransactions
      ? [
          {
            name: 'transactions',
            label: t('customers.tab.transactions'),
            content: () => <TerminalTransactions id={id} />,
          },
        ]
      : []),
    { name: 'requests', label: t('terminals.requests.tab'), content: () => <TerminalRequests id={id} /> },
    { name: 'events', label: t('payments.tab.events'), content: () => <TerminalEvents id={id} /> },
  ]
  return (
    <>
      <TitledHead
        title={row.name}
        tags={
          <>
            <StatusTag status={row.status} />
            <ConnectionTag connection={row.connection} />
          </>
        }
        actions={<TerminalActions row={row} />}
      />
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}
