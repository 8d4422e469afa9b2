import { type RawBuilder, sql } from 'kysely'
import type { Databases } from '../platform/db/database.ts'

export type Provider = Databases['provider']

/** The rows of one statement: others wait for them only briefly, and it ends long before the limit of its role. */
export const atOnce = 5_000

/** Deletes some of the rows for which the condition holds; gives their number. */
export async function deleteRows(
  provider: Provider,
  table: string,
  which: RawBuilder<unknown>,
  most = atOnce,
): Promise<number> {
  const name = sql.table(table)
  const { numAffectedRows = 0n } = await sql`
    delete from ${name} where ctid = any(array(select ctid from ${name} where ${which} limit ${most}))`.execute(
    provider,
  )
  return Number(numAffectedRows)
}
