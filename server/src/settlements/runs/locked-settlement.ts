import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'

const settlements = (trx: Trx, actor: Actor, id: string) =>
  trx
    .selectFrom('settlement')
    .select(['merchant_id', 'id', 'book_id', 'currency_code', 'settlement_profile_id', 'status', 'held_with_profile'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'settlement'))

export type StoredSettlement = Awaited<ReturnType<ReturnType<typeof settlements>['executeTakeFirstOrThrow']>>

/** A settlement that the actor may see, and that others may change meanwhile. */
export async function seenSettlement(trx: Trx, actor: Actor, id: string): Promise<StoredSettlement> {
  const found = await settlements(trx, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

export async function lockSettlement(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredSettlement>> {
  const found = await lockRow(settlements(trx, actor, id))
  if (!found) throw new Refusal('not_found')
  return found
}
