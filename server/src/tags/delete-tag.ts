import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTag, removeInTurn, takeOffAndDelete, visibleTag } from './locked-tag.ts'
import { rulesetsWith } from './tag-uses.ts'

/** Deletes a tag from its payments, unless a ruleset puts it on. A trigger updates payments that had no other tag. */
export async function deleteTag(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await visibleTag(trx, actor, id)
  await removeInTurn(trx, merchant_id)
  const tag = await lockTag(trx, actor, id)
  const rulesets = await rulesetsWith(trx, tag)
  if (rulesets > 0) throw new Refusal('tag_in_use', { rulesets })
  await takeOffAndDelete(trx, tag)
}
