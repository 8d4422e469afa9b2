import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockRuleset } from './locked-ruleset.ts'

/** Deletes a ruleset. The payments that it hit stay as they are, and keep its name. */
export async function deleteValidationRuleset(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockRuleset(trx, actor, id)
  await trx.deleteFrom('validation_ruleset').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
