import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { SubscriptionDiscount } from '../../schema.ts'

type LockedDiscount = Locked<Selectable<SubscriptionDiscount>>

/** Locks a discount. Attaching it refers to its row, and therefore waits for this lock. */
export async function lockDiscount(trx: Trx, actor: Actor, id: string): Promise<LockedDiscount> {
  const discount = await lockRow(
    trx
      .selectFrom('subscription_discount')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where(visibleTo(actor, 'subscription_discount')),
  )
  if (!discount) throw new Refusal('not_found')
  return discount
}

export async function isGiven(trx: Trx, { merchant_id, id }: LockedDiscount): Promise<boolean> {
  const one = await trx
    .selectFrom('subscription_discount_attached')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('subscription_discount_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
