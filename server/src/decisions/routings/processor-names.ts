import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** The names of processors for which a condition holds, by id. */
export async function namesOfProcessors(
  db: Reader,
  shown: RawBuilder<SqlBool>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('processor').select(['id', 'name']).where('id', 'in', ids).where(shown).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** The condition for the processors of a merchant, whoever sees them: the names at the ends of its trees are no secret. */
export const ofMerchant = (merchant: string): RawBuilder<SqlBool> => sql`processor.merchant_id = ${merchant}`
