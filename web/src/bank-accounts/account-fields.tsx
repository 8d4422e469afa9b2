import { longestHolder } from '@kontor/contract/bank-accounts/bank-account.rules'
import { useTranslation } from 'react-i18next'
import { CurrencyField } from '../platform/form/amounts/currency-field.tsx'
import { TextField } from '../platform/form/fields.tsx'

/** The values of a form for a new account. */
export const newAccount = { holder: '', iban: '', bic: '', currency_code: 'EUR' }

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
      <CurrencyField />
    </>
  )
}
