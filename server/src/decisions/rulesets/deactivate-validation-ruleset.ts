import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { changeRuleset, lockRuleset } from './locked-ruleset.ts'

/** Asks a ruleset about no payment any more. Those that it hit stay as they are. */
export async function deactivateValidationRuleset(trx: Trx, actor: Actor, id: string): Promise<void> {
  const found = await lockRuleset(trx, actor, id)
  if (found.active !== false) await changeRuleset(trx, found, { active: false })
}
