import { type RawBuilder, sql } from 'kysely'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/jobs/lease.ts'
import { countedEntities, countedRows } from './counted-rows.ts'
import { fillCustomers } from './customer-rollup.ts'
import { foldAll, foldJob } from './fold.ts'
import { hourRollup, insertInto, type RollupTable, rollupTables } from './rollup-tables.ts'

/** Business days, both included: `2026-10-01`. */
export interface Days {
  first: string
  last: string
}

/** Makes the roll-ups of these days anew from the rows themselves. Reads stay exact meanwhile; folding waits. */
export function rebuild(db: Reader, days: Days): Promise<void> {
  return withNothingPending(db, async (trx) => {
    await forgetAside(trx, days)
    for (const table of rollupTables) {
      await sql`delete from ${sql.table(table.name)} where ${storedIn(table, days)}`.execute(trx)
      for (const entity of countedEntities)
        await insertInto(table, sql`(select * from ${countedRows(entity)} r where ${countedIn(table, days)})`).execute(
          trx,
        )
    }
  })
}

/** What was made anew from the rows has no use for them. */
async function forgetAside(db: Reader, { first, last }: Days): Promise<void> {
  await sql`delete from statistics_delta_aside
    where ((delta ->> 'created_at')::timestamptz at time zone (select time_zone from installation))::date
      between ${first}::date and ${last}::date`.execute(db)
}

/** The sums of customers, which are of all days. */
export function rebuildCustomers(db: Reader): Promise<void> {
  return withNothingPending(db, async (trx) => {
    await sql`delete from statistics_customer`.execute(trx)
    await fillCustomers().execute(trx)
  })
}

/** The roll-ups are then what the rows are, in the one moment that the transaction sees. */
function withNothingPending(db: Reader, work: (trx: Trx) => Promise<void>): Promise<void> {
  return inTurn(db, foldJob, () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx)
        await foldAll(trx)
        await work(trx)
      }),
  )
}

/** Fill empty roll-ups. */
export const fillStatements = (): RawBuilder<unknown>[] => [
  ...rollupTables.flatMap((table) => countedEntities.map((entity) => insertInto(table, countedRows(entity)))),
  fillCustomers(),
]

/** The first instant of a business day. */
const startOf = (day: RawBuilder<unknown>) =>
  sql`((${day})::timestamp at time zone (select time_zone from installation))`
const firstInstant = (days: Days) => startOf(sql`${days.first}::date`)
const endInstant = (days: Days) => startOf(sql`${days.last}::date + 1`)

const hourOf = (instant: RawBuilder<unknown>) => sql`extract(epoch from ${instant}) / 3600`
/** Whole hours that hold the days, also where a day begins at half past. */
const firstHour = (days: Days) => sql`floor(${hourOf(firstInstant(days))})::int`
const endHour = (days: Days) => sql`ceil(${hourOf(endInstant(days))})::int`

/** Which rows of a roll-up are of these days. */
export function storedIn(table: RollupTable, days: Days): RawBuilder<boolean> {
  if (table === hourRollup) return sql`hour >= ${firstHour(days)} and hour < ${endHour(days)}`
  return sql`day between ${days.first}::date and ${days.last}::date`
}

/** Which of the rows themselves are counted there. */
export function countedIn(table: RollupTable, days: Days): RawBuilder<boolean> {
  if (table !== hourRollup) return sql`r.created_at >= ${firstInstant(days)} and r.created_at < ${endInstant(days)}`
  const instant = (hour: RawBuilder<unknown>) => sql`to_timestamp(${hour}::bigint * 3600)`
  return sql`r.created_at >= ${instant(firstHour(days))} and r.created_at < ${instant(endHour(days))}`
}
