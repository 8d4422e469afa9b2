import { type DiscountType, discountOn, isEligible } from '@kontor/contract/subscriptions/discount.rules'
import type { Trx } from '../platform/db/database.ts'
import type { SubscriptionWithPlan } from './locked-subscription.ts'

export interface Price {
  amount: number
  /** The attached discount in the price, if one applies. */
  discount_attached_id: string | null
}

/** The price of the next cycle: the plan's amount less the active discount, if it applies to this cycle. */
export async function priceCycle(trx: Trx, { subscription, plan }: SubscriptionWithPlan): Promise<Price> {
  const { merchant_id, id, billing_cycle } = subscription
  const active = await trx
    .selectFrom('subscription_discount_attached as attached')
    .innerJoin('subscription_discount as discount', (join) =>
      join
        .onRef('discount.merchant_id', '=', 'attached.merchant_id')
        .onRef('discount.id', '=', 'attached.subscription_discount_id'),
    )
    .select(['attached.id', 'discount.type', 'discount.amount', 'discount.minimum_amount', 'limit_to_first_order'])
    .where('attached.merchant_id', '=', merchant_id)
    .where('attached.subscription_id', '=', id)
    .where('attached.active', '=', true)
    .executeTakeFirst()
  const whole = { amount: plan.amount, discount_attached_id: null }
  if (!active) return whole
  // A CHECK allows only these types.
  const terms = { ...active, type: active.type as DiscountType, amount: Number(active.amount) }
  if (!isEligible(terms, { amount: plan.amount, billing_cycle })) return whole
  return { amount: plan.amount - discountOn(plan.amount, terms), discount_attached_id: active.id }
}
