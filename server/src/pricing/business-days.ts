import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'

/** The day of the installation's zone, by the engine's clock. */
export const today = sql`(select (engine_now() at time zone time_zone)::date from installation)`

/** The business day of an instant, as a column of SQL. */
export const dayOf = (instant: string) =>
  sql`(${sql.ref(instant)} at time zone (select time_zone from installation))::date`

/** The first business day that is not closed; today while the ledger is not open. */
export async function firstOpenDay(db: Reader): Promise<string> {
  const found = await db
    .selectNoFrom(sql<string>`coalesce((select closed_through + 1 from ledger_day), ${today})`.as('day'))
    .executeTakeFirstOrThrow()
  return found.day
}

/** Refuses a day that is closed; until the transaction ends, it is not closed either. */
export async function requireOpenDay(trx: Trx, day: string): Promise<void> {
  await sql`select from ledger_day for share`.execute(trx)
  const first = await firstOpenDay(trx)
  if (day < first) throw new Refusal('day_closed', { 'body.valid_from': 'day_closed', first_day: first })
}
