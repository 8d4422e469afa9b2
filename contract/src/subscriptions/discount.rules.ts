export const discountTypes = ['percentage', 'fixed_cents'] as const
export type DiscountType = (typeof discountTypes)[number]

/** Fractions are exact to a hundredth of a percent. */
export const fractionDecimals = 4
const unit = 10 ** fractionDecimals

export interface DiscountTerms {
  type: DiscountType
  /** A fraction above 0 and at most 1, or minor units. */
  amount: number
  /** The currency of the amounts; null: that of any plan. */
  currency_code: string | null
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

interface Eligible {
  amount: number
  currency_code: string
  billing_cycle: number
}

/**
 * Discounts that a subscription may be given (specification 000, section 5). A discount in a currency is for the plans
 * in it (docs/adr/0071).
 */
export const isEligible = (discount: DiscountTerms, of: Eligible): boolean =>
  (discount.currency_code === null || discount.currency_code === of.currency_code) &&
  (discount.minimum_amount === null || discount.minimum_amount <= of.amount) &&
  (!discount.limit_to_first_order || of.billing_cycle <= 1)

export const isExactFraction = (amount: number): boolean =>
  amount > 0 && amount <= 1 && Number(amount.toFixed(fractionDecimals)) === amount
