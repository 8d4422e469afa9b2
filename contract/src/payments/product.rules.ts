/** What a gateway can do with a payment product, as its manifest says. */
export interface ProductAbilities {
  /** `with_authorization`: money is taken at once; `separate`: by a capture afterwards. */
  readonly capture: 'with_authorization' | 'separate' | 'both'
  readonly captures: 'one_full' | 'one_partial' | 'many'
  readonly refunds: 'none' | 'full' | 'partial'
  /** Days after the payment within which it may be refunded. */
  readonly refund_days: number
}

/** True: the money can be held first, and be captured later. */
export const canHold = ({ capture }: ProductAbilities): boolean => capture !== 'with_authorization'

/** True: a part of what is held can be captured. */
export const takesPart = ({ captures }: ProductAbilities): boolean => captures !== 'one_full'

/** The last moment at which the gateway pays a payment back. */
export const refundableUntil = ({ refund_days }: ProductAbilities, { created_at }: { created_at: string }): Date =>
  new Date(Date.parse(created_at) + refund_days * 86_400_000)

/** The refusal with which the gateway's abilities exclude a refund of so much, in minor units. Undefined: they permit it. */
export function refundExcluded(
  abilities: ProductAbilities,
  payment: { created_at: string; captured_amount: number },
  amount: number,
  now: Date,
): 'refund_not_possible' | 'refund_period_over' | 'partial_refund_not_possible' | undefined {
  if (abilities.refunds === 'none') return 'refund_not_possible'
  if (now > refundableUntil(abilities, payment)) return 'refund_period_over'
  return abilities.refunds === 'full' && amount < payment.captured_amount ? 'partial_refund_not_possible' : undefined
}
