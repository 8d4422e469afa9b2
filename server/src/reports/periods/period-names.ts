import type { PeriodGroup } from '@kontor/contract/reports/period-report.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'

const named = {
  payment_profile: { table: 'payment_profile', name: 'name' },
  processor: { table: 'processor', name: 'name' },
  tag: { table: 'tag', name: 'text' },
  merchant: { table: 'merchant', name: 'name' },
} as const

/**
 * The names of groups that are rows. The figures come from rows that the actor sees, and each names its own shop, processor
 * or tag; row-level security keeps another merchant's away besides.
 */
export async function namesOfGroup(
  trx: Trx,
  group: PeriodGroup,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (group === 'none' || group === 'status' || group === 'payment_product') return new Map()
  const { table, name } = named[group]
  const ids = keys.filter(Boolean)
  const { rows } = await sql<{ id: string; name: string }>`select id, ${sql.ref(name)} as name from ${sql.table(table)}
    where id = any(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, row.name]))
}
