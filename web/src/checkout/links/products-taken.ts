import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { type PaymentProduct, paymentProducts } from '@kontor/contract/payments/transaction.rules'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import { useRow } from '../../platform/api/reading.ts'
import type { Related } from '../../platform/api/related.ts'
import { factsIn, useGateways } from '../../platform/value/use-gateways.tsx'
import { useMay } from '../../platform/viewer.ts'

interface WithProcessors {
  id: string
  currency_code: string
  processors: readonly Related<Pick<Processor, 'id' | 'gateway' | 'payment_product' | 'active'>>[]
}

/**
 * The payment products that a shop can take in its currency. Before one is chosen, and where the person does not see all of
 * its processors, these are all: the server refuses what the shop cannot.
 */
export function useProductsTaken(profile: unknown): readonly PaymentProduct[] {
  const enabled = useMay(paymentProfile.roles.list) && typeof profile === 'string' && profile !== ''
  const { data } = useRow<typeof paymentProfile, WithProcessors>(paymentProfile, enabled ? profile : undefined, {
    populate: ['processors'],
    enabled,
  })
  const gateways = useGateways({ enabled })
  const seen = data?.processors.filter((each) => typeof each !== 'string')
  if (!data || !gateways || !seen || seen.length < data.processors.length) return paymentProducts
  const takesCurrency = (at: { gateway: string; payment_product: string }) =>
    factsIn(gateways, at)?.currencies?.includes(data.currency_code) ?? true
  const taken = new Set(
    seen.filter((each) => each.active && takesCurrency(each)).map(({ payment_product }) => payment_product),
  )
  return paymentProducts.filter((product) => taken.has(product))
}
