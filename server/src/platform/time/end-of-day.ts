import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** The last millisecond of a day in a zone. */
export async function endOfDay(db: Reader, day: string, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ at: string }>`
    select ((${day}::date + 1)::timestamp at time zone ${timeZone}) - interval '1 millisecond' as at`.execute(db)
  return new Date(rows[0]?.at ?? Number.NaN)
}
