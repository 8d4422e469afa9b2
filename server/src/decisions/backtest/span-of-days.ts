import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/** The last days of the actor's zone, including today, in milliseconds. `until` is not included. */
export async function spanOfDays(trx: Trx, { time_zone }: Actor, days: number, now: Date) {
  const { rows } = await sql<{ from: string }>`select day_before(${time_zone}, ${days - 1}) as from`.execute(trx)
  return { from: Date.parse(rows[0]?.from ?? ''), until: now.getTime() + 1 }
}

/** The same as it travels: the last millisecond is included, as in lists. */
export const instantsOf = ({ from, until }: { from: number; until: number }) => ({
  from: new Date(from).toISOString(),
  until: new Date(until - 1).toISOString(),
})
