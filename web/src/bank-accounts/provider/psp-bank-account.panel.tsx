import {
  deletePspBankAccountEndpoint,
  updatePspBankAccountEndpoint,
} from '@kontor/contract/bank-accounts/psp-bank-account.endpoints'
import { type PspBankAccount, pspBankAccount } from '@kontor/contract/bank-accounts/psp-bank-account.entity'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BankStatements } from '../../payouts/bank-statements.tsx'
import { useRow } from '../../platform/api/reading.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import { HistoryBelow } from '../../platform/panel/history-tab.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'

const Edit = lazy(() =>
  import('./psp-bank-account.form.tsx').then((module) => ({ default: module.EditPspBankAccount })),
)

/** A bank account of the provider. */
export default function PspBankAccountPanel({ id }: { id: string }) {
  const labels = useLabels()
  const { data: row, error, refetch } = useRow(pspBankAccount, id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  const cell = (name: keyof PspBankAccount & string) =>
    [
      labels.field(pspBankAccount, name),
      row[name] === null ? null : <Cell key={name} entity={pspBankAccount} name={name} row={row} />,
    ] as const
  return (
    <>
      <TitledHead title={row.name} actions={<Actions row={row} />}>
        <span>{row.iban}</span>
        <span>{row.currency_code}</span>
      </TitledHead>
      <FieldList
        fields={[
          cell('holder'),
          cell('kind'),
          cell('default'),
          cell('bic'),
          cell('country_code'),
          cell('created_at'),
          cell('id'),
        ]}
      />
      <BankStatements id={id} />
      <HistoryBelow entity={pspBankAccount} id={id} />
    </>
  )
}

function Actions({ row }: { row: PspBankAccount }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(updatePspBankAccountEndpoint, row.id)))
  return (
    <ActionBar>
      <IfMay do={updatePspBankAccountEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setEditing(true)} />
      </IfMay>
      <IfMay do={deletePspBankAccountEndpoint}>
        <DeleteAction
          endpoint={deletePspBankAccountEndpoint}
          row={row}
          text={t('bank_accounts.delete_text')}
          done={t('profiles.deleted', { name: row.name })}
        />
      </IfMay>
      {isEditing && (
        <Suspense fallback={null}>
          <Edit row={row} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </ActionBar>
  )
}
