import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { openUses } from './checkout-design.rows.ts'
import { type LockedDesign, lockDesign } from './locked-design.ts'

/**
 * Deletes a design. A link or plan that chooses it refers to it and therefore waits for this lock. If links that ended
 * use it, it stays stored for their pages but is no longer listed.
 */
export async function deleteCheckoutDesign(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const design = await lockDesign(trx, actor, id)
  const { merchant_id } = design
  const own = trx.selectFrom('checkout').where('merchant_id', '=', merchant_id).where('id', '=', id)
  const { uses } = await own.select(openUses.as('uses')).executeTakeFirstOrThrow()
  if (uses > 0) throw new Refusal('checkout_in_use', { uses })
  if (await wasUsed(trx, design))
    await trx
      .updateTable('checkout')
      .set({ deleted_at: now.toISOString() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute()
  else await trx.deleteFrom('checkout').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}

async function wasUsed(trx: Trx, { merchant_id, id }: LockedDesign): Promise<boolean> {
  for (const table of ['payment_link', 'card_add_link', 'plan'] as const) {
    const one = await trx
      .selectFrom(table)
      .select('id')
      .where('merchant_id', '=', merchant_id)
      .where('checkout_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (one) return true
  }
  return false
}
