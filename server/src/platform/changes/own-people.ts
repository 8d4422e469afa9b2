import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/**
 * Those of the people who are or were users of the merchant. Whoever was deleted stays in the trail of changes, which for
 * users only kontor_provider reads.
 */
export async function ownPeople(
  db: Reader,
  merchant: string,
  people: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  const asked = [...new Set(people.filter((id) => id !== null))]
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from platform_user where merchant_id = ${merchant} and id = any(${asked}::uuid[])
    union
    select item_id from change where merchant_id = ${merchant} and entity = 'user' and item_id = any(${asked}::uuid[])
    `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
