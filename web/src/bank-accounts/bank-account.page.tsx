import { createBankAccountEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { bankAccount } from '@kontor/contract/bank-accounts/bank-account.entity'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { AccountActor } from './account-actor.tsx'

const AddBankAccount = lazy(() =>
  import('./bank-account.form.tsx').then((module) => ({ default: module.AddBankAccount })),
)

const columns = columnsOf(
  bankAccount,
  ['holder', 'iban', 'currency_code', 'status', 'name_check', 'usable_from', 'profiles', 'created_at'],
  {
    extra: ['id', 'bic', 'country_code', 'organisation', 'created_by', 'decided_at', 'reason', 'documents'],
    special: { created_by: (row) => <AccountActor name={row.created_by} /> },
    lines: { name: 'holder', figure: 'iban', when: 'usable_from', state: 'status' },
  },
)
const populate = ['organisation']

/** The accounts to which merchants are paid. */
export default function BankAccountPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton do={createBankAccountEndpoint}>
        {(opened, close) => opened && <AddBankAccount onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
