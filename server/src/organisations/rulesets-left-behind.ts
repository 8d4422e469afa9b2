import { Refusal } from '@kontor/contract/refusal'
import { isAllowed, riskRulesetRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { besideEachOther } from '../platform/db/locked.ts'
import { organisationsAbove } from '../platform/db/organisations-above.ts'

/** Holds the tree of a merchant as it is until the transaction ends. Whoever changes it waits (`lockTree`). */
export const holdTree = (trx: Trx, merchant: string): Promise<void> => besideEachOther(trx, `organisation/${merchant}`)

interface LeftBehind {
  id: string
  name: string
  is_seen: boolean
}

/**
 * Moves payment profiles within the tree, and refuses it when a ruleset names one that is at or below the ruleset's organisation
 * no longer: nobody would be told that the ruleset is not asked any more (docs/adr/0126). The caller holds the tree.
 */
export async function takingRulesetsAlong<T>(
  trx: Trx,
  actor: Actor,
  merchant: string,
  move: () => Promise<T>,
): Promise<T> {
  const before = await leftBehind(trx, actor, merchant)
  const moved = await move()
  const more = (await leftBehind(trx, actor, merchant)).filter(({ id }) => !before.some((each) => each.id === id))
  if (more.length === 0) return moved
  const isShown = isAllowed(riskRulesetRoles, actor.roles)
  const rulesets = more.filter(({ is_seen }) => isShown && is_seen).map(({ name }) => name)
  throw new Refusal('ruleset_left_behind', { validation_ruleset: more.length, rulesets })
}

/** The rulesets whose payment profile is outside of their organisation, whether they are active or not. */
async function leftBehind(trx: Trx, actor: Actor, merchant: string): Promise<LeftBehind[]> {
  const { rows } = await sql<LeftBehind>`
    select validation_ruleset.id, validation_ruleset.name, ${visibleTo(actor, 'validation_ruleset')} as is_seen
    from validation_ruleset join payment_profile p
      on p.merchant_id = validation_ruleset.merchant_id and p.id = validation_ruleset.payment_profile_id
    where validation_ruleset.merchant_id = ${merchant} and validation_ruleset.organisation_id <> p.organisation_id
      and validation_ruleset.organisation_id not in (${organisationsAbove(merchant, sql`select p.organisation_id`)})
    order by validation_ruleset.name, validation_ruleset.id`.execute(trx)
  return rows
}
