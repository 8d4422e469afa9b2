import type { GatewayProduct } from '../platform/gateway.schemas.ts'

/**
 * The abilities of a gateway with a product that commands and screens read. The gateway takes the money at once
 * (`with_authorization`), by a capture afterwards (`separate`), or either way (`both`).
 */
export type ProductAbilities = Readonly<Pick<GatewayProduct, 'capture' | 'captures' | 'refunds'>>

/** True: the money can be held first, and be captured later. */
export const canHold = ({ capture }: ProductAbilities): boolean => capture !== 'with_authorization'

/** True: a part of what is held can be captured. */
export const takesPart = ({ captures }: ProductAbilities): boolean => captures !== 'one_full'

/** The refusal with which the gateway's abilities exclude a refund of so much, in minor units. Undefined: they permit it. */
export function refundExcluded(
  abilities: ProductAbilities,
  payment: { captured_amount: number },
  amount: number,
): 'refund_not_possible' | 'partial_refund_not_possible' | undefined {
  if (abilities.refunds === 'none') return 'refund_not_possible'
  return abilities.refunds === 'full' && amount < payment.captured_amount ? 'partial_refund_not_possible' : undefined
}
