import { mostActive, mostRulesets } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'

/**
 * Writes rulesets of a merchant, and refuses it when there are more than payments can ask (docs/adr/0126). A change that makes
 * them no more is taken, also where they are too many already.
 */
export async function withinBounds<T>(trx: Trx, merchant: string, write: () => Promise<T>): Promise<T> {
  // Two at once would both count one too few.
  await inTurn(trx, `validation_ruleset/${merchant}`)
  const before = await sizeOf(trx, merchant)
  const written = await write()
  const { all, ...active } = await sizeOf(trx, merchant)
  if (all > mostRulesets && all > before.all) throw new Refusal('limit_reached')
  const names = ['rulesets', 'rules', 'values'] as const
  if (names.some((name) => active[name] > mostActive[name] && active[name] > before[name]))
    throw new Refusal('rulesets_full', active)
  return written
}

/** Of the active ones, and the number of all. */
async function sizeOf(trx: Trx, merchant: string) {
  const { rows } = await sql<{ all: number; rulesets: number; rules: number; values: number }>`
    select count(*)::int as all, count(*) filter (where r.active)::int as rulesets,
      coalesce(sum(jsonb_array_length(r.rules)) filter (where r.active), 0)::int as rules,
      coalesce(sum((select sum(case jsonb_typeof(each -> 'value') when 'array' then jsonb_array_length(each -> 'value') else 1 end)
        from jsonb_array_elements(r.rules) as each)) filter (where r.active), 0)::int as values
    from validation_ruleset r where r.merchant_id = ${merchant}`.execute(trx)
  return rows[0] ?? { all: 0, rulesets: 0, rules: 0, values: 0 }
}
