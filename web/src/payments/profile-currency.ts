import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { useRow } from '../platform/api/reading.ts'
import { useAmountsIn } from '../platform/form/amounts/use-amounts-in.ts'
import { useFormValues } from '../platform/form/record-form.tsx'

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

/** Called with the profile that is chosen: the amounts of the form are in its currency then. */
export function useAmountsOfProfile(
  currency: string,
  names: readonly string[],
): (profile: PaymentProfile | undefined) => void {
  const convert = useAmountsIn(names)
  return (profile) => profile && convert(currency, profile.currency_code)
}
