import {
  type DiscountTerms,
  type DiscountType,
  discountOn,
  isEligible,
} from '@kontor/contract/subscriptions/discount.rules'
import type { Trx } from '../platform/db/database.ts'
import type { StoredPlan, SubscriptionWithPlan } from './locked-subscription.ts'

export interface Price {
  amount: number
  /** The attached discount in the price, if one applies. */
  discount_attached_id: string | null
}

interface ActiveDiscount extends DiscountTerms {
  id: string
  /** The number of cycles that it still applies to, after the first of which a discount on the first order ends. */
  left: number
}

/** The discount that the subscription has now. */
export async function activeDiscount(
  trx: Trx,
  { subscription: { merchant_id, id } }: SubscriptionWithPlan,
): Promise<ActiveDiscount | undefined> {
  const active = await trx
    .selectFrom('subscription_discount_attached as attached')
    .innerJoin('subscription_discount as discount', (join) =>
      join
        .onRef('discount.merchant_id', '=', 'attached.merchant_id')
        .onRef('discount.id', '=', 'attached.subscription_discount_id'),
    )
    .select(['attached.id', 'discount.type', 'discount.amount', 'discount.currency_code'])
    .select(['discount.minimum_amount', 'limit_to_first_order', 'discount.duration', 'attached.applied_duration'])
    .where('attached.merchant_id', '=', merchant_id)
    .where('attached.subscription_id', '=', id)
    .where('attached.active', '=', true)
    .executeTakeFirst()
  if (!active) return undefined
  const left = active.limit_to_first_order ? 1 : (active.duration ?? Infinity) - active.applied_duration
  // A CHECK allows only these types.
  return { ...active, type: active.type as DiscountType, amount: Number(active.amount), left }
}

/** The price of the next cycle: the plan's amount less the active discount, if it applies to this cycle. */
export async function priceCycle(trx: Trx, found: SubscriptionWithPlan): Promise<Price> {
  const { plan, subscription } = found
  if (subscription.billing_cycle === 0) return { amount: 0, discount_attached_id: null }
  return discounted(plan, subscription.billing_cycle, await activeDiscount(trx, found))
}

export function discounted(plan: StoredPlan, billing_cycle: number, discount: ActiveDiscount | undefined): Price {
  if (!discount || !isEligible(discount, { ...plan, billing_cycle }))
    return { amount: plan.amount, discount_attached_id: null }
  return { amount: plan.amount - discountOn(plan.amount, discount), discount_attached_id: discount.id }
}
