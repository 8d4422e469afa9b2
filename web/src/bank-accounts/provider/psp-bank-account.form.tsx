import { providerAccountKinds } from '@kontor/contract/bank-accounts/bank-account.rules'
import {
  createPspBankAccountEndpoint,
  updatePspBankAccountEndpoint,
} from '@kontor/contract/bank-accounts/psp-bank-account.endpoints'
import { type PspBankAccount, pspBankAccount } from '@kontor/contract/bank-accounts/psp-bank-account.entity'
import {
  createPspBankAccountSchemas,
  updatePspBankAccountSchemas,
} from '@kontor/contract/bank-accounts/psp-bank-account.schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedValues } from '../../platform/form/changed-values.ts'
import { CheckField, ChoiceField, TextField } from '../../platform/form/fields.tsx'
import { FieldGrid } from '../../platform/form/form-part.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { notify } from '../../platform/notify.ts'
import { AccountFields, newAccount } from '../account-fields.tsx'

/** Adds an account of the provider. */
export function AddPspBankAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createPspBankAccountEndpoint}
      body={createPspBankAccountSchemas.body}
      title={t('bank_accounts.add')}
      verb={t('bank_accounts.add')}
      opened
      onClose={onClose}
      initial={{ ...newAccount, name: '', kind: 'CLIENT_MONEY', default: false }}
      secrets={['iban']}
      onDone={() => notify({ color: 'green', message: t('bank_accounts.saved') })}
      goOn={(row) => open(String(row['id']))}
    >
      <FieldGrid>
        <TextField name="name" maxLength={100} autoFocus isRequired />
        <AccountFields isFirst={false} />
        <ChoiceField name="kind" choices={providerAccountKinds} />
      </FieldGrid>
      <CheckField name="default" description={t('bank_accounts.default_help')} />
    </RecordForm>
  )
}

/** Changes what is no part of the account itself. */
export function EditPspBankAccount({ row, onClose }: { row: PspBankAccount; onClose: () => void }) {
  const { t } = useTranslation()
  const [opened] = useState(() => valuesOf(row))
  return (
    <RecordForm
      endpoint={updatePspBankAccountEndpoint}
      body={updatePspBankAccountSchemas.body}
      params={{ id: row.id }}
      title={t('bank_accounts.edit_title', { name: row.name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => changedValues(opened, values)}
      present={presentRow(pspBankAccount, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('bank_accounts.saved') })}
    >
      <FieldGrid>
        <TextField name="name" maxLength={100} autoFocus isRequired />
        <TextField name="bic" maxLength={20} description={t('bank_accounts.bic_help')} />
      </FieldGrid>
      {!row.default && <CheckField name="default" description={t('bank_accounts.default_help')} />}
    </RecordForm>
  )
}

const valuesOf = (row: PspBankAccount) => ({ name: row.name, bic: row.bic ?? '', default: row.default })
