import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSubscription } from '../locked-subscription.ts'

/** Ends a discount, named by itself or by its attachment. Past payments keep it. */
export async function removeAttachedDiscount(
  trx: Trx,
  actor: Actor,
  id: string,
  { discountId }: { discountId: string },
): Promise<void> {
  const { subscription } = await lockSubscription(trx, actor, id)
  const removed = await trx
    .updateTable('subscription_discount_attached')
    .set({ active: false })
    .where('merchant_id', '=', subscription.merchant_id)
    .where('subscription_id', '=', id)
    .where('active', '=', true)
    .where((is) => is.or([is('subscription_discount_id', '=', discountId), is('id', '=', discountId)]))
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new Refusal('not_found')
}
