import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/** Locks a discount. Attaching it refers to its row, and therefore waits for this lock. */
export async function lockDiscount(trx: Trx, actor: Actor, id: string) {
  const discount = await trx
    .selectFrom('subscription_discount')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(actor, 'subscription_discount'))
    .forUpdate()
    .executeTakeFirst()
  if (!discount) throw new Refusal('not_found')
  return discount
}

export async function isGiven(trx: Trx, { merchant_id, id }: { merchant_id: string; id: string }): Promise<boolean> {
  const one = await trx
    .selectFrom('subscription_discount_attached')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('subscription_discount_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
