import { useTranslation } from 'react-i18next'
import { TextField } from '../platform/form/fields.tsx'

interface AddressFieldsProps {
  autoFocus?: boolean
  /** False where the form asks for the VAT number of the merchant, which invoices have. */
  hasTaxNumber?: boolean
}

/** How an organisation is reached, and where it is. */
export function AddressFields({ autoFocus = false, hasTaxNumber = true }: AddressFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField name="email" type="email" autoFocus={autoFocus} />
      <TextField name="phone" type="tel" maxLength={30} />
      <TextField name="street" maxLength={200} />
      <TextField name="street_number" maxLength={10} description={t('organisations.street_number_help')} />
      <TextField name="extended_address" maxLength={200} description={t('organisations.extended_address_help')} />
      <TextField name="postal_code" maxLength={20} />
      <TextField name="locality" maxLength={100} />
      <TextField name="region" maxLength={100} />
      {hasTaxNumber && <TextField name="tax_number" maxLength={50} />}
    </>
  )
}
