import { decimalOf, minorUnitsOf } from '@kontor/contract/money'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { useRow } from '../platform/api/reading.ts'
import { useFormValues, useRecordForm } from '../platform/form/record-form.tsx'

/** What amounts of the form are in: the currency of the profile that is chosen, by hand or before the session ended. */
export function useProfileCurrency(known = 'EUR'): string {
  const { payment_profile } = useFormValues()
  const id = typeof payment_profile === 'string' && payment_profile ? payment_profile : undefined
  const { data } = useRow(paymentProfile, id, { enabled: id !== undefined })
  return data?.currency_code ?? known
}

/** For a profile that is chosen: what was typed stays that, and 12 euros do not become 1200 yen. */
export function useAmountsIn(
  currency: string,
  names: readonly string[],
): (profile: PaymentProfile | undefined) => void {
  const { form } = useRecordForm()
  return (profile) => {
    if (!profile) return
    for (const name of names) {
      const amount = form.values[name]
      if (typeof amount === 'number')
        form.setFieldValue(name, minorUnitsOf(decimalOf(amount, currency), profile.currency_code) ?? null)
    }
  }
}
