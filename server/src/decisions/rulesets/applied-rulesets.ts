import { type Expression, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { organisationsAbove } from '../../platform/db/organisations-above.ts'
import { type KeptRuleset, keptRulesets } from './kept-rulesets.ts'

/** A ruleset that is asked about a payment. */
export type AppliedRuleset = Omit<KeptRuleset, 'organisation_id' | 'payment_profile_id'>

/** An organisation and those above it, as a column of the statement that reads a payment profile. */
export const organisationsOf = (merchant: Expression<string>, organisation: Expression<string>) =>
  sql<string[]>`array(${organisationsAbove(merchant, sql`select ${organisation}`)})`

/** Of the rulesets of a merchant, as a column of such a statement. Null: the merchant has never had a ruleset. */
export const rulesetVersion = (merchant: Expression<string>) =>
  sql<string | null>`(select v.version from ruleset_version v where v.merchant_id = ${merchant})`

interface Place {
  merchant: string
  profile: string
  version: string | null
  organisations: readonly string[]
}

/**
 * The active rulesets of a payment profile, the oldest first: those of its organisation and of the organisations above, unless
 * they name another profile.
 */
export async function appliedRulesets(
  trx: Trx,
  { merchant, profile, version, organisations }: Place,
): Promise<readonly AppliedRuleset[]> {
  if (version === null) return []
  const { rulesets } = await keptRulesets(trx, merchant, version)
  const above = new Set(organisations)
  return rulesets.filter(
    ({ organisation_id, payment_profile_id }) =>
      above.has(organisation_id) && (payment_profile_id === null || payment_profile_id === profile),
  )
}
