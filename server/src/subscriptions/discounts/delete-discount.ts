import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { isGiven, lockDiscount } from './locked-discount.ts'

/** Deletes a discount. One that was attached continues there, but can no longer be chosen. */
export async function deleteDiscount(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const discount = await lockDiscount(trx, actor, id)
  const { merchant_id } = discount
  if (await isGiven(trx, discount))
    await trx
      .updateTable('subscription_discount')
      .set({ deleted_at: now.toISOString() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute()
  else
    await trx.deleteFrom('subscription_discount').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
