import { type RawBuilder, sql } from 'kysely'
import type { Reader, Trx } from '../../platform/db/database.ts'

const longest_ms = 1_800_000

/** Sorts of all payments may take longer than any other statement, and get more memory. */
export const inLongStatement = <Row>(db: Reader, query: RawBuilder<Row>) =>
  inLongStatements(db, (trx) => query.execute(trx))

/** The same for several in one transaction. */
export const inLongStatements = <T>(db: Reader, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(longest_ms)}, true), set_config('work_mem', '64MB', true)`.execute(
      trx,
    )
    return work(trx)
  })
