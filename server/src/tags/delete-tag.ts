import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTag, removeInTurn, takeOffAndDelete, visibleTag } from './locked-tag.ts'

/** Deletes a tag from its payments. A trigger updates payments that had no other tag. */
export async function deleteTag(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await visibleTag(trx, actor, id)
  await removeInTurn(trx, merchant_id)
  await takeOffAndDelete(trx, await lockTag(trx, actor, id))
}
