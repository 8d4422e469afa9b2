import { type Condition, forMany } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { asksForCard } from '../facts/facts-of.ts'
import { keptByVersion } from '../kept-by-version.ts'

/** An active ruleset. */
export interface KeptRuleset {
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
  organisation_id: string
  /** Null: every payment profile of the organisation and of those below it. */
  payment_profile_id: string | null
}

interface MerchantRulesets {
  version: string
  /** The active ones, the oldest first. */
  rulesets: readonly KeptRuleset[]
  /** One of them asks for the brand or BIN of a card. */
  asksForCards: boolean
  /** Characters as JSON. */
  size: number
}

const kept = keptByVersion<MerchantRulesets>()

/**
 * The active rulesets of a merchant, out of the memory of this process where it has that version. `version` was read in the
 * caller's own database transaction, so a change that is committed by then counts, whichever process made it.
 */
export const keptRulesets = (trx: Trx, merchant: string, version: string): Promise<MerchantRulesets> =>
  kept(merchant, version, () => read(trx, merchant))

/** One statement sees the rulesets and the version that they have. */
async function read(trx: Trx, merchant: string): Promise<MerchantRulesets> {
  const { rows } = await sql<{ version: string; rulesets: KeptRuleset[] }>`
    select v.version, (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version, 'name', r.name,
        'action', r.action, 'tag_id', r.tag_id, 'webhook_url', r.webhook_url, 'email', r.email,
        'currency_code', r.currency_code, 'organisation_id', r.organisation_id,
        'payment_profile_id', r.payment_profile_id, 'rules', r.rules) order by r.created_at, r.id), '[]')
      from validation_ruleset r where r.merchant_id = v.merchant_id and r.active) as rulesets
    from ruleset_version v where v.merchant_id = ${merchant}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the version of rulesets is missing')
  const rules = row.rulesets.flatMap((ruleset) => ruleset.rules)
  return {
    version: row.version,
    rulesets: row.rulesets.map((ruleset) => ({ ...ruleset, rules: ruleset.rules.map(forMany) })),
    asksForCards: rules.some(asksForCard),
    size: JSON.stringify(row.rulesets).length,
  }
}
