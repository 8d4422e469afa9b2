import { createPspBankAccountEndpoint } from '@kontor/contract/bank-accounts/psp-bank-account.endpoints'
import { pspBankAccount } from '@kontor/contract/bank-accounts/psp-bank-account.entity'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'

const AddPspBankAccount = lazy(() =>
  import('./psp-bank-account.form.tsx').then((module) => ({ default: module.AddPspBankAccount })),
)

const columns = columnsOf(
  pspBankAccount,
  ['name', 'iban', 'currency_code', 'kind', 'ledger_balance', 'statement_balance', 'statement_on', 'difference'],
  {
    extra: ['id', 'holder', 'country_code', 'bic', 'default', 'created_at'],
    lines: { name: 'name', figure: 'iban', when: 'kind', state: 'currency_code' },
  },
)

/** The provider's own bank accounts. */
export default function PspBankAccountPage() {
  return (
    <ListPage columns={columns}>
      <AddButton do={createPspBankAccountEndpoint}>
        {(opened, close) => opened && <AddPspBankAccount onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
