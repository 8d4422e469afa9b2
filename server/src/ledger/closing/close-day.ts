import { sql } from 'kysely'
import type { Databases, Reader, Trx } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { today } from '../../pricing/business-days.ts'
import { holdLedger } from '../ledger-day.ts'
import { postEvents, type SetAside } from '../posting/post-events.ts'
import { bookReleases } from './book-releases.ts'
import { bookVat } from './book-vat.ts'

interface Closing {
  onSetAside?: (event: SetAside) => void
  /** Called after each day, `2026-10-31`, when it is closed and committed. */
  onClosed?: (day: string) => Promise<void>
}

/** Closes the days that are over by the engine's clock, in their order. It does everything that is due, or stops with an error. */
export const businessDaysJob = ({ provider }: Databases, onSetAside: (event: SetAside) => void): EngineJob => ({
  name: 'business days',
  every_ms: 5_000,
  run: () => closeDays(provider, { onSetAside }),
})

/** Closes every day that is over, each in a transaction of its own. */
export async function closeDays(db: Reader, closing: Closing = {}): Promise<void> {
  while (await isDayOver(db)) {
    const day = await db.transaction().execute((trx) => closeDay(trx, closing))
    if (day === undefined) return
    await closing.onClosed?.(day)
  }
}

async function isDayOver(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select closed_through + 1 < ${today} and history_from is null as over from ledger_day`.execute(db)
  return rows[0]?.over === true
}

/**
 * Closes the first open day, if it is over, and gives it: books what waits, releases what was held until then, and adds the VAT of
 * its fees. Closing it twice is impossible, because the day is read under a lock.
 */
export async function closeDay(trx: Trx, { onSetAside }: Closing = {}): Promise<string | undefined> {
  await holdLedger(trx)
  await postEvents(trx, undefined, onSetAside)
  // From here on bookings of commands wait too.
  const { rows } = await sql<{ day: string }>`
    select (closed_through + 1)::text as day from ledger_day
    where closed_through + 1 < ${today} and history_from is null for update`.execute(trx)
  const day = rows[0]?.day
  if (day === undefined) return undefined
  await bookReleases(trx, day)
  await bookVat(trx, day)
  await sql`update ledger_day set closed_through = ${day}`.execute(trx)
  return day
}
