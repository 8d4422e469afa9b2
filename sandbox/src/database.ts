import { readFileSync } from 'node:fs'
import pg from 'pg'

export type Database = pg.Pool
export type Trx = pg.PoolClient
/** The pool or a transaction: for statements that need no transaction of their own. */
export type Queryable = Pick<Trx, 'query'>

const { builtins, getTypeParser } = pg.types

export function openDatabase(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 10_000,
    types: {
      // Every bigint in the store is a safe integer, because amounts are checked when they arrive.
      getTypeParser: (oid, format) => {
        if (oid === builtins.INT8) return Number
        if (oid === builtins.DATE) return String
        return getTypeParser(oid, format)
      },
    },
  })
  // Without a listener, a connection that PostgreSQL closes while idle would end the process.
  pool.on('error', (error) => console.error(`sandbox: database connection lost: ${error.message}`))
  return pool
}

const deadlock = '40P01'

/** Creates the tables. A deadlock is tried again: transactions of a killed sandbox stay open for a moment. */
export async function createTables(db: Database, tries = 5): Promise<void> {
  const statements = readFileSync(new URL('./store.sql', import.meta.url), 'utf8')
  const run = inTransaction(db, async (trx) => {
    // The lock prevents that two sandboxes, started at once, both find a table missing.
    await trx.query("select pg_advisory_xact_lock(hashtext('sandbox: create tables'))")
    await trx.query(statements)
  })
  await run.catch((error: { code?: string }) => {
    if (error.code !== deadlock || tries <= 1) throw error
    return createTables(db, tries - 1)
  })
}

export async function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  const trx = await db.connect()
  try {
    await trx.query('begin')
    const result = await work(trx)
    await trx.query('commit')
    trx.release()
    return result
  } catch (error) {
    const failed = await trx.query('rollback').then(
      () => false,
      () => true,
    )
    // A connection that cannot even roll back is thrown away.
    trx.release(failed)
    throw error
  }
}
