import { plusDays } from '@kontor/contract/dates'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

/** The first business day that is not closed. Before the ledger is opened: today in the installation's zone. */
export async function openDay(
  db: Reader,
  now: Date,
): Promise<{ open: string; closed: string | null; time_zone: string }> {
  const { rows } = await sql<{ closed: string | null; today: string; time_zone: string }>`
    select (select closed_through::text from ledger_day) as closed,
      (${now.toISOString()}::timestamptz at time zone time_zone)::date::text as today, time_zone
    from installation`.execute(db)
  const [found] = rows
  if (!found) throw new Error('there is no installation')
  const { closed, today, time_zone } = found
  return { open: closed === null ? today : plusDays(closed, 1), closed, time_zone }
}
