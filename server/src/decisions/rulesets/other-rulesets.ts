import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/** A ruleset that another one is compared with. */
export interface OtherRuleset {
  readonly id: string
  readonly name: string
  readonly rules: readonly Condition[]
  readonly currency_code: string
  /** The payment profiles about whose payments it is asked. */
  readonly profiles: readonly string[]
}

interface Asked {
  merchant: string
  action: RulesetAction
  /** The ruleset that is compared, when it is saved. */
  but: string | undefined
  most: number
}

/** The active rulesets of an action that the actor sees, the oldest first. */
export async function otherRulesets(
  trx: Trx,
  actor: Actor,
  { merchant, action, but, most }: Asked,
): Promise<OtherRuleset[]> {
  const found = await trx
    .selectFrom('validation_ruleset as r')
    .select(['r.id', 'r.name', 'r.rules', 'r.currency_code'])
    .select(
      profilesAt(sql.ref('r.merchant_id'), sql.ref('r.organisation_id'), sql.ref('r.payment_profile_id')).as(
        'profiles',
      ),
    )
    .where('r.merchant_id', '=', merchant)
    .where('r.action', '=', action)
    .where('r.active', '=', true)
    .where(visibleTo(actor, 'r'))
    .$if(but !== undefined, (query) => query.where('r.id', '!=', but ?? ''))
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(most)
    .execute()
  // Only checked rules are stored.
  return found as unknown as OtherRuleset[]
}

/** The payment profiles of an organisation and of those below it, or the one that is given, in a SELECT. */
export const profilesAt = (
  merchant: RawBuilder<unknown>,
  organisation: RawBuilder<unknown>,
  profile: RawBuilder<unknown>,
) => sql<string[]>`array(
  with recursive below as (
    select o.id from organisation o where o.merchant_id = ${merchant} and o.id = ${organisation}
    union all
    select o.id from organisation o join below b on o.parent_id = b.id where o.merchant_id = ${merchant})
  select p.id from payment_profile p join below b on b.id = p.organisation_id
  where p.merchant_id = ${merchant} and (${profile}::uuid is null or p.id = ${profile}::uuid))`
