import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { changeRuleset, lockRuleset } from './locked-ruleset.ts'
import { withinBounds } from './within-bounds.ts'

/** Asks a ruleset about payments again. */
export async function activateValidationRuleset(trx: Trx, actor: Actor, id: string): Promise<void> {
  const found = await lockRuleset(trx, actor, id)
  if (found.active) return
  await withinBounds(trx, found.merchant_id, () => changeRuleset(trx, found, { active: true }))
}
