import { decimalOf, minorUnitsOf } from '@kontor/contract/money'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { useRow } from '../platform/api/reading.ts'
import { useFormValues, useRecordForm } from '../platform/form/record-form.tsx'

/**
 * The currency of the form's amounts. It belongs to the chosen payment profile; a choice from before the session ended
 * counts as well.
 */
export function useProfileCurrency(known = 'EUR'): string {
  const { payment_profile } = useFormValues()
  const id = typeof payment_profile === 'string' && payment_profile ? payment_profile : undefined
  const { data } = useRow(paymentProfile, id, { enabled: id !== undefined })
  return data?.currency_code ?? known
}

/**
 * Converts the typed amounts when another profile is chosen. They keep their decimal value: 12 euros do not become 1200
 * yen.
 */
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
