export const discountTypes = ['percentage', 'fixed_cents'] as const
export type DiscountType = (typeof discountTypes)[number]

/** Fractions are exact to a hundredth of a percent. */
export const fractionDecimals = 4
const unit = 10 ** fractionDecimals

export interface DiscountTerms {
  type: DiscountType
  /** A fraction above 0 and at most 1, or minor units of the plan's currency. */
  amount: number
  minimum_amount: number | null
  limit_to_first_order: boolean
}

/**
 * The reduction of an amount in minor units: a share of it, rounded half up, or a fixed amount; never more than the
 * amount itself.
 */
export function discountOn(amount: number, discount: Pick<DiscountTerms, 'type' | 'amount'>): number {
  if (discount.type === 'fixed_cents') return Math.min(amount, discount.amount)
  const share = BigInt(Math.round(discount.amount * unit))
  return Number((BigInt(amount) * share * 2n + BigInt(unit)) / BigInt(2 * unit))
}

/** Discounts that a subscription may be given (specification 000, section 5). */
export const isEligible = (discount: DiscountTerms, of: { amount: number; billing_cycle: number }): boolean =>
  (discount.minimum_amount === null || discount.minimum_amount <= of.amount) &&
  (!discount.limit_to_first_order || of.billing_cycle <= 1)

export const isExactFraction = (amount: number): boolean =>
  amount > 0 && amount <= 1 && Number(amount.toFixed(fractionDecimals)) === amount
