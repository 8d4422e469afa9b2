import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseError } from 'pg'
import type { Reader } from '../../platform/db/database.ts'
import { isAboutData, type SetAside, setAside } from '../set-aside.ts'
import { addToCustomers } from './customer-rollup.ts'
import { addTo, rollupTables } from './rollup-tables.ts'

/** Whoever changes roll-ups holds its lease. */
export const foldJob = 'statistics'
const atOnce = 20_000

/**
 * Moves deltas into the roll-ups. One that they cannot take is searched for by halves and set aside, so that it stops none of
 * the others. True: there may be more. One at a time, which the caller sees to.
 */
export async function fold(
  db: Reader,
  limit = atOnce,
  onSetAside: (delta: SetAside) => void = () => {},
): Promise<boolean> {
  let size = limit
  let isSearching = false
  for (;;) {
    const taken = await (size === 1 ? foldOne(db, onSetAside) : foldSome(db, size))
    if (taken === 'one is at fault') {
      size = Math.ceil(size / 2)
      isSearching = true
      continue
    }
    if (taken < size) return false
    if (!isSearching && size === limit) return true
    // Found: it is out of the way. Until then it is among the next of as many.
    if (size === 1) isSearching = false
    if (!isSearching) size = Math.min(size * 2, limit)
  }
}

/** Until there is nothing to fold that was there at the beginning. */
export async function foldAll(db: Reader): Promise<void> {
  while (await fold(db));
}

const placesOf = (limit: number) => sql`select ctid from statistics_delta limit ${limit}`

async function foldSome(db: Reader, limit: number): Promise<number | 'one is at fault'> {
  const taken = await attempted(db, () => addUp(db, sql`ctid = any(array(${placesOf(limit)}))`))
  return typeof taken === 'number' ? taken : 'one is at fault'
}

/** The one that it reads is the one that it sets aside: nobody else deletes deltas. */
async function foldOne(db: Reader, onSetAside: (delta: SetAside) => void): Promise<number> {
  const { rows } = await sql<{ place: string }>`select ctid::text as place from (${placesOf(1)}) as first`.execute(db)
  const [first] = rows
  if (!first) return 0
  const taken = await attempted(db, () => addUp(db, sql`ctid = ${first.place}::tid`))
  if (typeof taken !== 'number') onSetAside(await setAside(db, first.place, taken))
  return 1
}

/** In one statement: whoever reads both sees each change in one of them, and a fold that is cut short has changed nothing. */
async function addUp(db: Reader, which: RawBuilder<SqlBool>): Promise<number> {
  const additions = rollupTables.map(
    (table, index) => sql`${sql.ref(`added_${index}`)} as (${addTo(table, sql`taken`)} returning 1)`,
  )
  additions.push(sql`added_customers as (${addToCustomers(sql`taken`)} returning 1)`)
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from statistics_delta where ${which}
      returning merchant_id, organisation_id, entity, created_at, status, visited, payment_product, payment_product_type,
        country_code, processor_id, platform, browser, currency_code, customer_id, n, n * amount as amount),
    ${sql.join(additions)}
    select count(*) as taken from taken`.execute(db)
  return rows[0]?.taken ?? 0
}

/** The number, or what is wrong with what a delta holds. A transaction goes on after it. */
async function attempted(db: Reader, work: () => Promise<number>): Promise<number | DatabaseError> {
  if (db.isTransaction) await sql`savepoint attempted`.execute(db)
  try {
    return await work()
  } catch (error) {
    if (!isAboutData(error)) throw error
    if (db.isTransaction) await sql`rollback to savepoint attempted`.execute(db)
    return error
  }
}
