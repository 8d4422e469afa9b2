import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isLocked } from '../../platform/db/database.ts'
import type { DB } from '../../schema.ts'
import type { ImportRow } from './import-row.ts'

/**
 * Makes only the partitions of months that occur: with a range, one wrong date would make a hundred years of them. A new
 * partition waits for whoever writes payments or what they refer to, and every payment waits behind it. So it waits for
 * a moment only, and then fails.
 */
export async function ensureMonths(
  db: Kysely<DB>,
  rows: readonly Pick<ImportRow, 'created_at'>[],
  known: Set<string>,
): Promise<void> {
  for (const { created_at } of rows) {
    const month = created_at.slice(0, 7)
    if (known.has(month)) continue
    const first = `${month}-01`
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      await sql`select ensure_partitions(${first}::date, ${first}::date)`.execute(trx)
    })
    known.add(month)
  }
}

const pauses_s = [1, 5, 15, 60, 120, 300, 300]

/** The same for a command that somebody waits for: it tries again for some minutes. */
export async function ensureMonthsPatiently(
  db: Kysely<DB>,
  rows: readonly Pick<ImportRow, 'created_at'>[],
  known: Set<string>,
): Promise<void> {
  for (const pause of pauses_s) {
    try {
      return await ensureMonths(db, rows, known)
    } catch (error) {
      if (!isLocked(error)) throw error
      await sleep(pause * 1000)
    }
  }
  await ensureMonths(db, rows, known)
}
