import { type RawBuilder, sql } from 'kysely'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/jobs/lease.ts'
import type { Days } from '../../platform/time/months.ts'
import { countedEntities, countedRows } from './counted-rows.ts'
import { fillCustomers } from './customer-rollup.ts'
import { foldAll, foldJob } from './fold.ts'
import { hourRollup, insertInto, type RollupTable, rollupTables } from './rollup-tables.ts'

/** Makes the roll-ups of these days again from the rows. Reads stay exact meanwhile; folding waits. */
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

/** Deletes deltas that were set aside on these days, because the days were made again from the rows. */
async function forgetAside(db: Reader, { first, last }: Days): Promise<void> {
  await sql`delete from statistics_delta_aside
    where ((delta ->> 'created_at')::timestamptz at time zone (select time_zone from installation))::date
      between ${first}::date and ${last}::date`.execute(db)
}

/** Makes the sums of customers again, which cover all days. */
export function rebuildCustomers(db: Reader): Promise<void> {
  return withNothingPending(db, async (trx) => {
    await sql`delete from statistics_customer`.execute(trx)
    await fillCustomers().execute(trx)
  })
}

/** Runs work with no delta pending: roll-ups and rows then agree in the snapshot of the transaction. */
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

/** The statements that fill empty roll-ups. */
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
/** The first of the whole hours that cover the days, even where a day begins at half past. */
const firstHour = (days: Days) => sql`floor(${hourOf(firstInstant(days))})::int`
const endHour = (days: Days) => sql`ceil(${hourOf(endInstant(days))})::int`

/** The condition for a roll-up's rows of these days. */
export function storedIn(table: RollupTable, days: Days): RawBuilder<boolean> {
  if (table === hourRollup) return sql`hour >= ${firstHour(days)} and hour < ${endHour(days)}`
  return sql`day between ${days.first}::date and ${days.last}::date`
}

/** The condition for the rows that are counted there. */
export function countedIn(table: RollupTable, days: Days): RawBuilder<boolean> {
  if (table !== hourRollup) return sql`r.created_at >= ${firstInstant(days)} and r.created_at < ${endInstant(days)}`
  const instant = (hour: RawBuilder<unknown>) => sql`to_timestamp(${hour}::bigint * 3600)`
  return sql`r.created_at >= ${instant(firstHour(days))} and r.created_at < ${instant(endHour(days))}`
}
