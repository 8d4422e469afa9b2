import { longestHolder } from '@kontor/contract/bank-accounts/bank-account.rules'
import { currencyExponents } from '@kontor/contract/codes/currencies'
import { useTranslation } from 'react-i18next'
import { TextField } from '../platform/form/fields.tsx'
import { SearchedField } from '../platform/form/searched-field.tsx'

/** The values of a form for a new account. */
export const newAccount = { holder: '', iban: '', bic: '', currency_code: 'EUR' }

const currencies = Object.keys(currencyExponents).map((value) => ({ value, label: value }))

/** Who has an account, and which one it is. The first field has the focus, unless the form has one before. */
export function AccountFields({ isFirst = true }: { isFirst?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        name="holder"
        maxLength={longestHolder}
        autoFocus={isFirst}
        isRequired
        description={t('bank_accounts.holder_help')}
      />
      <TextField name="iban" maxLength={60} isRequired placeholder="NL00 BANK 0000 0000 00" />
      <TextField name="bic" maxLength={20} description={t('bank_accounts.bic_help')} />
      <SearchedField name="currency_code" options={currencies} isRequired />
    </>
  )
}
