import { type Condition, forMany } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'

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

/** The most characters of all merchants together that a process keeps: some tens of megabytes. */
const mostKept = 10_000_000

/** By merchant, the one that was asked for longest ago first. */
const kept = new Map<string, MerchantRulesets>()
let sizeKept = 0

/**
 * The active rulesets of a merchant, out of the memory of this process where it has that version. `version` was read in the
 * caller's own database transaction, so a change that is committed by then counts, whichever process made it.
 */
export async function keptRulesets(trx: Trx, merchant: string, version: string): Promise<MerchantRulesets> {
  const known = kept.get(merchant)
  const found = known?.version === version ? known : await read(trx, merchant)
  forget(merchant)
  kept.set(merchant, found)
  sizeKept += found.size
  for (const other of kept.keys()) {
    if (sizeKept <= mostKept || other === merchant) break
    forget(other)
  }
  return found
}

function forget(merchant: string): void {
  sizeKept -= kept.get(merchant)?.size ?? 0
  kept.delete(merchant)
}

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

const asksForCard = ({ name }: Condition): boolean => name === 'card_brand' || name === 'card_bin'
