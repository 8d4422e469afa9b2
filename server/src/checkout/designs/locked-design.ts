import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { Checkout } from '../../schema.ts'

export type LockedDesign = Locked<Pick<Selectable<Checkout>, 'merchant_id' | 'id'>>

export async function lockDesign(trx: Trx, actor: Actor, id: string): Promise<LockedDesign> {
  const design = await lockRow(
    trx
      .selectFrom('checkout')
      .select(['merchant_id', 'id'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where(visibleTo(actor, 'checkout')),
  )
  if (!design) throw new Refusal('not_found')
  return design
}
