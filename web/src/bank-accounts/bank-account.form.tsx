import {
  createBankAccountEndpoint,
  listBankAccountDocumentsEndpoint,
  rejectBankAccountEndpoint,
  replaceBankAccountEndpoint,
  verifyBankAccountEndpoint,
} from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { bankAccount } from '@kontor/contract/bank-accounts/bank-account.entity'
import { checksThatNeedReason, coolOff_hours } from '@kontor/contract/bank-accounts/bank-account.rules'
import {
  createBankAccountSchemas,
  rejectBankAccountSchemas,
  replaceBankAccountSchemas,
  verifyBankAccountSchemas,
} from '@kontor/contract/bank-accounts/bank-account.schemas'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { ChoicesField, LongTextField } from '../platform/form/fields.tsx'
import { FieldGrid } from '../platform/form/form-part.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import { useLabels } from '../platform/value/labels.ts'
import { AccountFields, newAccount } from './account-fields.tsx'
import { type BankAccountRow, titleOfAccount } from './bank-account-row.ts'

/** Adds an account. The bank is asked for the name while the form waits. */
export function AddBankAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createBankAccountEndpoint}
      body={createBankAccountSchemas.body}
      title={t('bank_accounts.add')}
      verb={t('bank_accounts.add')}
      opened
      onClose={onClose}
      initial={{ ...newAccount, organisation: own }}
      secrets={['iban']}
      onDone={() => notify({ color: 'green', message: t('bank_accounts.added') })}
      goOn={(row) => open(String(row['id']))}
    >
      <Text size="sm">{t('bank_accounts.add_text', { hours: coolOff_hours })}</Text>
      <FieldGrid>
        <AccountFields />
        <RelatedField name="organisation" target={organisation} query={{ _sort: 'name' }} />
      </FieldGrid>
    </RecordForm>
  )
}

interface OfRow {
  row: BankAccountRow
  onClose: () => void
}

/** Puts another account, or the same one under another name, in the place of this one. */
export function ReplaceBankAccount({ row, onClose }: OfRow) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={replaceBankAccountEndpoint}
      body={replaceBankAccountSchemas.body}
      params={{ id: row.id }}
      title={t('bank_accounts.replace_title', { name: titleOfAccount(row) })}
      verb={t('bank_accounts.replace')}
      opened
      onClose={onClose}
      initial={{ ...newAccount, holder: row.holder, currency_code: row.currency_code }}
      secrets={['iban']}
      onDone={() => notify({ color: 'green', message: t('bank_accounts.replaced') })}
      goOn={(made) => open(String(made['id']))}
    >
      <Text size="sm">{t('bank_accounts.replace_text', { hours: coolOff_hours })}</Text>
      <FieldGrid>
        <AccountFields />
      </FieldGrid>
    </RecordForm>
  )
}

/** Verifies an account, with a reason where the bank was not sure. */
export function VerifyBankAccount({ row, onClose }: OfRow) {
  const { t } = useTranslation()
  const labels = useLabels()
  const check = row.name_check
  const needsReason = check !== null && checksThatNeedReason.includes(check)
  const { data: files = [] } = useRead(listBankAccountDocumentsEndpoint, { params: { id: row.id } })
  const nameOf = new Map(files.map(({ id, name }) => [id, name]))
  return (
    <RecordForm
      endpoint={verifyBankAccountEndpoint}
      body={verifyBankAccountSchemas.body}
      params={{ id: row.id }}
      title={t('bank_accounts.verify_title', { name: titleOfAccount(row) })}
      verb={t('bank_accounts.verify')}
      opened
      onClose={onClose}
      initial={{ documents: [], reason: '' }}
      problems={({ values }) => ({
        reason: needsReason && !String(values['reason'] ?? '').trim() ? t('form_validation.required') : null,
      })}
      onDone={() => notify({ color: 'green', message: t('bank_accounts.verified') })}
    >
      <Text size="sm">{t('bank_accounts.verify_text')}</Text>
      {check && (
        <Text size="sm">
          {labels.field(bankAccount, 'name_check')}: {labels.value('name_check', undefined, check)}
          {row.name_suggested && ` (${row.name_suggested})`}
        </Text>
      )}
      <ChoicesField
        name="documents"
        label={t('bank_accounts.looked_at')}
        missing={t('bank_accounts.looked_at_missing')}
        choices={[...nameOf.keys()]}
        textOf={(id) => nameOf.get(id) ?? id}
      />
      {needsReason && <LongTextField name="reason" label={t('bank_accounts.reason')} maxLength={500} isRequired />}
    </RecordForm>
  )
}

/** Rejects an account; the merchant reads why. */
export function RejectBankAccount({ row, onClose }: OfRow) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={rejectBankAccountEndpoint}
      body={rejectBankAccountSchemas.body}
      params={{ id: row.id }}
      title={t('bank_accounts.reject_title', { name: titleOfAccount(row) })}
      verb={t('bank_accounts.reject')}
      isDangerous
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('bank_accounts.rejected') })}
    >
      <Text size="sm">{t('bank_accounts.reject_text')}</Text>
      <LongTextField name="reason" label={t('bank_accounts.reason')} maxLength={500} isRequired />
    </RecordForm>
  )
}
