import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { loadVersions, type PricingVersion } from '../versions-at.ts'

/** A version of a cost scheme, and how many of the merchants have it. */
export interface CostOfScheme {
  version: PricingVersion
  scheme_name: string
  currency_code: string | null
  merchants: number
}

/**
 * What payments cost on a day of the merchants that have a revenue scheme then or later, the cost of most of them first. A scheme
 * that nobody has yet is compared with the default cost.
 */
export async function costsOfScheme(db: Reader, scheme: string, day: string): Promise<CostOfScheme[]> {
  const { rows } = await sql<{ id: string; scheme_name: string; currency_code: string | null; merchants: number }>`
    with had as materialized (
      select scheme_version_at(m.id, 'COST', ${day}) as version_id from merchant m
      where has_scheme_from(m.id, 'REVENUE', ${scheme}, ${day})),
    cost as (
      select version_id, count(*) as merchants from had group by 1
      union all
      select scheme_version_at(null, 'COST', ${day}), 0 where not exists (select from had))
    select v.id, s.name as scheme_name, s.currency_code, c.merchants
    from cost c join scheme_version v on v.id = c.version_id join scheme s on s.id = v.scheme_id
    order by c.merchants desc, s.name, v.id`.execute(db)
  const versions = await loadVersions(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, ...row }) => {
    const version = versions.get(id)
    return version ? [{ ...row, version }] : []
  })
}
