import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { addToCustomers } from './customer-rollup.ts'
import { addTo, rollupTables } from './rollup-tables.ts'

/** Whoever changes roll-ups holds its lease. */
export const foldJob = 'statistics'
const atOnce = 20_000

/**
 * Moves deltas into the roll-ups, in one statement: whoever reads both sees each change in one of them, and a fold that is cut
 * short has changed nothing. True: there may be more. One at a time, which the caller sees to.
 */
export async function fold(db: Reader, limit = atOnce): Promise<boolean> {
  const additions = rollupTables.map(
    (table, index) => sql`${sql.ref(`added_${index}`)} as (${addTo(table, sql`taken`)} returning 1)`,
  )
  additions.push(sql`added_customers as (${addToCustomers(sql`taken`)} returning 1)`)
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from statistics_delta where ctid = any(array(select ctid from statistics_delta limit ${limit}))
      returning merchant_id, organisation_id, entity, created_at, status, visited, payment_product, payment_product_type,
        country_code, processor_id, platform, browser, currency_code, customer_id, n, n * amount as amount),
    ${sql.join(additions)}
    select count(*) as taken from taken`.execute(db)
  return rows[0]?.taken === limit
}

/** Until there is nothing to fold that was there at the beginning. */
export async function foldAll(db: Reader): Promise<void> {
  while (await fold(db));
}
