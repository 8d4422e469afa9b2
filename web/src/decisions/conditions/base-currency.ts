import { newPaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { useRead } from '../../platform/api/reading.ts'
import { useMay } from '../../platform/viewer.ts'

/** The currency that something new begins with: that of the merchant, as far as the viewer may know it. */
export function useBaseCurrency() {
  const may = useMay(newPaymentProfileEndpoint)
  const { data, error, refetch } = useRead(newPaymentProfileEndpoint, { query: {}, enabled: may })
  return { currency: data?.currency_code, isPending: may && data === undefined, error, refetch }
}
