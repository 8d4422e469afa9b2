import { Refusal } from '@kontor/contract/refusal'
import { type DiscountType, discountOn, isEligible } from '@kontor/contract/subscriptions/discount.rules'
import { subscriptionCan } from '@kontor/contract/subscriptions/subscription.rules'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { requireCardCheck } from '../../processors/active-processors.ts'
import { lockSubscription } from '../locked-subscription.ts'

/**
 * Attaches a discount, which applies from the next payment that begins. Only one at a time, and only as specification
 * 000, section 5 allows.
 */
export async function addDiscount(
  trx: Trx,
  actor: Actor,
  id: string,
  { discountId }: { discountId: string },
  now: Date,
): Promise<void> {
  const { subscription, plan } = await lockSubscription(trx, actor, id)
  if (!subscriptionCan.discount(subscription)) throw new Refusal('subscription_over')
  const discount = await trx
    .selectFrom('subscription_discount')
    .selectAll()
    .where('merchant_id', '=', subscription.merchant_id)
    .where('id', '=', discountId)
    .where('deleted_at', 'is', null)
    .where(visibleTo(actor, 'subscription_discount'))
    // The lock makes a deletion of the discount wait; if the deletion was first, the discount is not found.
    .forShare()
    .executeTakeFirst()
  if (!discount) throw new Refusal('not_found')
  // A CHECK allows only these types.
  const terms = { ...discount, type: discount.type as DiscountType, amount: Number(discount.amount) }
  if (!isEligible(terms, { ...plan, billing_cycle: subscription.billing_cycle }))
    throw new Refusal('discount_not_eligible')
  // A first payment of nothing stores a card.
  const isFirst = subscription.status === 'CREATED' && subscription.billing_cycle === 1
  if (isFirst && discountOn(plan.amount, terms) === plan.amount) await requireCardCheck(trx, plan)
  const values = {
    merchant_id: subscription.merchant_id,
    ...newId(now),
    subscription_id: id,
    subscription_discount_id: discountId,
    created_by: actor.name,
  }
  await trx
    .insertInto('subscription_discount_attached')
    .values(values)
    .execute()
    .catch((error: unknown) => {
      const isSecond = violatedConstraint(error) === 'subscription_one_active_discount'
      throw isSecond ? new Refusal('discount_already_active') : error
    })
}
