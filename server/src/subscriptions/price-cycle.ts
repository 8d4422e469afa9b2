import { type DiscountType, discountOn, isEligible } from '@kontor/contract/subscriptions/discount.rules'
import type { Trx } from '../platform/db/database.ts'
import type { LockedSubscription } from './locked-subscription.ts'

export interface Price {
  amount: number
  /** The discount that makes it so, when one does. */
  discount_attached_id: string | null
}

/** What the next cycle costs: the plan's amount, less the active discount as far as it applies to this cycle. */
export async function priceCycle(trx: Trx, { subscription, plan }: LockedSubscription): Promise<Price> {
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
  // A CHECK keeps the type to these values.
  const terms = { ...active, type: active.type as DiscountType, amount: Number(active.amount) }
  if (!isEligible(terms, { amount: plan.amount, billing_cycle })) return whole
  return { amount: plan.amount - discountOn(plan.amount, terms), discount_attached_id: active.id }
}
