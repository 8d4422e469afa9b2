import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { useFormValues } from '../platform/form/record-form.tsx'
import { useRow } from '../platform/reading.ts'

/** What amounts of the form are in: the currency of the profile that is chosen, by hand or before the session ended. */
export function useProfileCurrency(known = 'EUR'): string {
  const { payment_profile } = useFormValues()
  const id = typeof payment_profile === 'string' && payment_profile ? payment_profile : undefined
  const { data } = useRow(paymentProfile, id, { enabled: id !== undefined })
  return data?.currency_code ?? known
}
