import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { type Days, monthsOf } from '../../platform/time/months.ts'
import { countAside } from '../set-aside.ts'
import { countedEntities, countedRows, pendingRows } from './counted-rows.ts'
import { differentCustomers } from './customer-rollup.ts'
import { countedIn, storedIn } from './rebuild.ts'
import { added, columns, everyMerchant, isSomething, type RollupTable, rollupTables, sumsOf } from './rollup-tables.ts'

/** A key whose roll-up plus pending changes differs from the rows. */
export type Difference = Record<string, unknown> & { n: number; amount: string }

export interface Verified {
  days: Days | undefined
  differences: number
  examples: Difference[]
  /** The number of deltas that were set aside (fold.ts). */
  set_aside: number
}

const mostExamples = 20
const mostDifferences = 10_000

/** Compares all roll-ups with the rows, a month at a time, and records the result. */
export async function verify(db: Reader, now: () => Date, only?: Days): Promise<Verified> {
  const started = now()
  const days = only ?? (await everyDay(db))
  const found: Verified = { days, differences: 0, examples: [], set_aside: await countAside(db) }
  for (const month of days ? monthsOf(days) : []) {
    for (const table of rollupTables) {
      const different = await differencesIn(db, table, month)
      found.differences += different.length
      found.examples.push(...different.slice(0, mostExamples - found.examples.length))
    }
  }
  const customers = await differentCustomers(db, mostDifferences)
  found.differences += customers.length
  found.examples.push(...customers.slice(0, mostExamples - found.examples.length))
  await sql`insert into statistics_check (started_at, finished_at, first_day, last_day, differences, examples)
    values (${started.toISOString()}, ${now().toISOString()}, ${days?.first ?? null}, ${days?.last ?? null},
      ${found.differences}, ${JSON.stringify(found.examples)})`.execute(db)
  return found
}

/** Differences of one roll-up. One statement, so all is of one moment, and traffic and folds may go on. */
async function differencesIn(db: Reader, table: RollupTable, days: Days): Promise<Difference[]> {
  const keys = columns(table.keys)
  const sums = columns(sumsOf(table))
  const negative = sql.join(sumsOf(table).map((name) => sql`-${sql.ref(name)}`))
  const of = sql`merchant_id, organisation_id, ${keys}`
  const all = sql`${everyMerchant}::uuid as merchant_id, ${everyMerchant}::uuid as organisation_id`
  const rows = sql`(${sql.join(
    countedEntities.map((entity) => sql`select * from ${countedRows(entity)} r where ${countedIn(table, days)}`),
    sql` union all `,
  )})`
  const pending = sql`(select * from ${pendingRows} r where ${countedIn(table, days)})`
  const { rows: different } = await sql<Difference>`
    with own as (
      select ${of}, ${added(table)} from (
        select ${of}, ${sums} from (${table.from(rows)}) as counted
        union all
        select ${of}, ${negative} from (${table.from(pending)}) as counted) as expected
      group by ${of}),
    everything as (
      select ${of}, ${sums} from own
      union all
      select ${all}, ${keys}, ${sums} from own
      union all
      select ${of}, ${negative} from ${sql.table(table.name)} where ${storedIn(table, days)}),
    different as (select ${of}, ${added(table)} from everything group by ${of})
    select ${sql.lit(table.name)} as rollup, * from different where ${isSomething(table)} limit ${mostDifferences}`.execute(
    db,
  )
  return different
}

/** From the first to the last business day in the rows or the roll-ups; undefined when both are empty. */
export async function everyDay(db: Reader): Promise<Days | undefined> {
  const ends = [...countedEntities, 'statistics_delta' as const].map(
    (table) => sql`select min(created_at) as first, max(created_at) as last from ${sql.table(table)}`,
  )
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(first) as first, max(last) as last from (
      select (first at time zone zone)::date as first, (last at time zone zone)::date as last
        from (${sql.join(ends, sql` union all `)}) as instants, (select time_zone as zone from installation) as business
      union all
      select min(day), max(day) from statistics_day where merchant_id = ${everyMerchant}) as days`.execute(db)
  const { first, last } = rows[0] ?? {}
  return first && last ? { first, last } : undefined
}
