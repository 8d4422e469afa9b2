import { recentDays } from '@kontor/contract/decisions/decision.rules'
import { validationRuleset } from '@kontor/contract/decisions/rulesets/validation-ruleset.entity'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

export const validationRulesetSource: Source = {
  entity: validationRuleset,
  rows: (db, actor) =>
    db
      .selectFrom('validation_ruleset')
      .where(visibleTo(actor, 'validation_ruleset'))
      .select([
        'validation_ruleset.id',
        'validation_ruleset.created_at',
        'validation_ruleset.name',
        'validation_ruleset.action',
        'validation_ruleset.active',
        'validation_ruleset.tag_id as tag',
        'validation_ruleset.rules',
        'validation_ruleset.currency_code',
        'validation_ruleset.webhook_url',
        'validation_ruleset.email',
        'validation_ruleset.payment_profile_id as payment_profile',
        'validation_ruleset.version',
        'validation_ruleset.organisation_id as organisation',
        'validation_ruleset.merchant_id as merchant',
        recentHits(actor).as('recent_hits'),
      ]),
}

/**
 * Counts recent hits by the viewer's days, as in the list of payments that the number leads to: of a ruleset that tags, those
 * that still have a tag.
 */
function recentHits(actor: Actor) {
  const { scope, time_zone } = actor
  const sinceThen = sql`x.merchant_id = validation_ruleset.merchant_id and x.ruleset_id = validation_ruleset.id
    and x.transaction_created_at >= day_before(${time_zone}, ${recentDays - 1})
    and (validation_ruleset.action <> 'tag' or exists (select from transaction_tag g where g.merchant_id = x.merchant_id
      and g.transaction_created_at = x.transaction_created_at and g.transaction_id = x.transaction_id))`
  // An actor who sees the whole merchant sees every payment, so the hits alone are counted.
  if (scope.merchant === null || scope.organisations === null)
    return sql<number>`(select count(*) from validation_ruleset_hit x where ${sinceThen})::int`
  return sql<number>`(select count(*) from validation_ruleset_hit x join transaction t on t.merchant_id = x.merchant_id
    and t.created_at = x.transaction_created_at and t.id = x.transaction_id
    where ${sinceThen} and ${visibleTo(actor, 't')})::int`
}
