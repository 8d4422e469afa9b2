import { revealBankAccountEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { type BankAccount, bankAccount } from '@kontor/contract/bank-accounts/bank-account.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMay } from '../platform/viewer.ts'
import { FieldList } from '../ui/field-list.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { AccountActor } from './account-actor.tsx'
import { AccountDocuments } from './account-documents.tsx'
import { AccountReadings } from './account-readings.tsx'
import { BankAccountActions } from './bank-account-actions.tsx'
import type { BankAccountRow } from './bank-account-row.ts'

/** A bank account: whether it is paid to, its proofs, who looked at it, and its history. */
export default function BankAccountPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(bankAccount, id)
  const mayReveal = useMay(revealBankAccountEndpoint)
  const {
    data: row,
    error,
    refetch,
  } = useRow<typeof bankAccount, BankAccountRow>(bankAccount, id, {
    populate: ['organisation'],
  })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead
        title={row.holder}
        tags={<StatusTag status={row.status} />}
        actions={<BankAccountActions row={row} />}
      >
        <span>{row.iban}</span>
        <span>{row.currency_code}</span>
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> },
          { name: 'documents', label: t('bank_accounts.tab_documents'), content: () => <AccountDocuments row={row} /> },
          ...(mayReveal
            ? [{ name: 'readings', label: t('bank_accounts.tab_readings'), content: () => <AccountReadings id={id} /> }]
            : []),
          ...history,
        ]}
      />
    </>
  )
}

function Details({ row }: { row: BankAccountRow }) {
  const labels = useLabels()
  const cell = (name: keyof BankAccount & string) =>
    [
      labels.field(bankAccount, name),
      row[name] === null ? null : <Cell key={name} entity={bankAccount} name={name} row={row} />,
    ] as const
  return (
    <FieldList
      fields={[
        cell('usable_from'),
        cell('name_check'),
        ...(row.name_suggested ? [cell('name_suggested')] : []),
        ...(row.reason ? [cell('reason')] : []),
        cell('bic'),
        cell('country_code'),
        cell('profiles'),
        [labels.field(bankAccount, 'organisation'), <RelatedName key="organisation" of={row.organisation} />],
        ...(row.replaces ? [cell('replaces')] : []),
        cell('created_at'),
        [labels.field(bankAccount, 'created_by'), <AccountActor key="created_by" name={row.created_by} />],
        ...(row.decided_at
          ? [
              cell('decided_at'),
              [
                labels.field(bankAccount, 'decided_by'),
                <AccountActor key="decided_by" name={row.decided_by} />,
              ] as const,
            ]
          : []),
        ...(row.disabled_at
          ? [
              cell('disabled_at'),
              [
                labels.field(bankAccount, 'disabled_by'),
                <AccountActor key="disabled_by" name={row.disabled_by} />,
              ] as const,
            ]
          : []),
        cell('id'),
      ]}
    />
  )
}
