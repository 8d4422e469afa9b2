import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseError } from 'pg'
import type { Reader } from '../../platform/db/database.ts'
import { fixed, isAny } from '../../platform/db/kept-plans.ts'
import { isAboutData, type SetAside, setAside } from '../set-aside.ts'
import { addToCustomers } from './customer-rollup.ts'
import { addTo, rollupTables } from './rollup-tables.ts'

/** The name of the lease that every change of roll-ups holds. */
export const foldJob = 'statistics'
const atOnce = 20_000

/**
 * Moves deltas into the roll-ups. A delta that they cannot take is found by halving and set aside, so that it does not
 * stop the others. True: there may be more. The caller makes sure that one fold runs at a time.
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
    // The faulty delta was found and set aside. Until then it is among the next ones of this size.
    if (size === 1) isSearching = false
    if (!isSearching) size = Math.min(size * 2, limit)
  }
}

/** Folds until all deltas from the beginning are folded. */
export async function foldAll(db: Reader): Promise<void> {
  while (await fold(db));
}

const placesOf = (limit: number) => sql`select ctid from statistics_delta limit ${limit}`

async function foldSome(db: Reader, limit: number): Promise<number | 'one is at fault'> {
  if (!(await isAny(db, sql`from statistics_delta`))) return 0
  const taken = await attempted(db, () => addUp(db, sql`ctid = any(array(${placesOf(limit)}))`))
  return typeof taken === 'number' ? taken : 'one is at fault'
}

/** Folds a single delta or sets it aside. It is the same one in both steps, because nobody else deletes deltas. */
async function foldOne(db: Reader, onSetAside: (delta: SetAside) => void): Promise<number> {
  const { rows } = await sql<{ place: string }>`select ctid::text as place from (${placesOf(1)}) as first`.execute(db)
  const [first] = rows
  if (!first) return 0
  const taken = await attempted(db, () => addUp(db, sql`ctid = ${first.place}::tid`))
  if (typeof taken !== 'number') onSetAside(await setAside(db, first.place, taken))
  return 1
}

/**
 * Folds deltas in one statement: a reader of both sees each change exactly once, and an interrupted fold has changed
 * nothing.
 */
async function addUp(db: Reader, which: RawBuilder<SqlBool>): Promise<number> {
  const additions = rollupTables.map(
    (table, index) => sql`${sql.ref(`added_${index}`)} as (${addTo(table, sql`taken`)} returning 1)`,
  )
  additions.push(sql`added_customers as (${addToCustomers(sql`taken`)} returning 1)`)
  const { rows } = await sql<{ taken: number }>`${fixed}
    with taken as (
      delete from statistics_delta where ${which}
      returning merchant_id, organisation_id, entity, created_at, status, visited, payment_product, payment_product_type,
        country_code, processor_id, platform, browser, currency_code, customer_id, n, n * amount as amount),
    ${sql.join(additions)}
    select count(*) as taken from taken`.execute(db)
  return rows[0]?.taken ?? 0
}

/**
 * The number of folded deltas, or the error about a delta's content. Inside a transaction a savepoint keeps the
 * transaction usable.
 */
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
