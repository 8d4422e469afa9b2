import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import { type Expression, sql } from 'kysely'
import { organisationsAbove } from '../../platform/db/organisations-above.ts'

/** A ruleset that is asked about a payment. */
export interface AppliedRuleset {
  id: string
  version: number
  name: string
  action: RulesetAction
  /** The tag that it puts on. */
  tag_id: string | null
  webhook_url: string | null
  email: string | null
  /** The currency of its amounts. */
  currency_code: string
  rules: readonly Condition[]
}

interface Shop {
  merchant: Expression<string>
  profile: Expression<string>
  organisation: Expression<string>
}

/**
 * The active rulesets of a payment profile, the oldest first, as a column of the statement that reads it: those of its
 * organisation and of the organisations above, unless they name another profile.
 */
export const appliedRulesets = ({ merchant, profile, organisation }: Shop) => sql<AppliedRuleset[]>`
  (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version, 'name', r.name, 'action', r.action, 'tag_id', r.tag_id,
      'webhook_url', r.webhook_url, 'email', r.email, 'currency_code', r.currency_code, 'rules', r.rules)
      order by r.created_at, r.id), '[]')
    from validation_ruleset r
    where r.merchant_id = ${merchant} and r.active
      and (r.payment_profile_id is null or r.payment_profile_id = ${profile})
      and r.organisation_id in (${organisationsAbove(merchant, sql`select ${organisation}`)}))`
