import { sql } from 'kysely'
import type { Databases, Reader, Trx } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import type { Days } from '../../platform/time/months.ts'
import { today } from '../../pricing/business-days.ts'
import { holdLedger } from '../ledger-day.ts'
import { postEvents, type SetAside } from '../posting/post-events.ts'
import { bookAncillaryFees } from './book-ancillary-fees.ts'
import { bookInvoiced } from './book-invoiced.ts'
import { bookReleases } from './book-releases.ts'
import { bookVat } from './book-vat.ts'
import { keepSums } from './keep-sums.ts'
import { keepVolumes } from './keep-volumes.ts'

interface Closing {
  onSetAside?: (event: SetAside) => void
  /** Called when days are closed and committed. */
  onClosed?: (days: Days) => Promise<void>
}

/** Closes the days that are over by the engine's clock, in their order. It does everything that is due, or stops with an error. */
export const businessDaysJob = ({ provider }: Databases, onSetAside: (event: SetAside) => void): EngineJob => ({
  name: 'business days',
  every_ms: 5_000,
  run: () => closeDays(provider, { onSetAside }),
})

/**
 * After a pause there are many days, each with few transfers of its own: those of a month are closed together, in a transaction. The
 * next month waits, because its tiers are known when this one is closed.
 */
const lastOfMonth = sql`(date_trunc('month', closed_through + 1) + interval '1 month')::date - 1`

/** Closes every day that is over. */
export async function closeDays(db: Reader, closing: Closing = {}): Promise<void> {
  if (await isDayOver(db)) {
    // After a long pause the months in between have no tables yet.
    await sql`select ensure_partitions(closed_through + 1, ${today}) from ledger_day`.execute(db)
    // What waits is booked first, because the bookings of commands wait while a day is being closed.
    await postEvents(db, undefined, closing.onSetAside)
  }
  while (await isDayOver(db)) {
    const days = await db.transaction().execute((trx) => closeSome(trx, closing))
    if (days === undefined) return
    await closing.onClosed?.(days)
  }
}

async function isDayOver(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select closed_through + 1 < ${today} and history_from is null as over from ledger_day`.execute(db)
  return rows[0]?.over === true
}

/**
 * Closes open days that are over and gives them: books what waits, releases what was held until then, charges for payouts and the
 * month, adds the VAT of their fees, leaves to invoices what is invoiced apart, and keeps their sums and the volumes of a month that ends with them. Closing one twice is
 * impossible, because the first open day is read under a lock. A command locks the open day before it moves sums, and so does this:
 * two that lock them in different orders would wait for each other.
 */
async function closeSome(trx: Trx, { onSetAside }: Closing): Promise<Days | undefined> {
  await holdLedger(trx)
  const { rows } = await sql<Days>`
    select (closed_through + 1)::text as first, least(${lastOfMonth}, ${today} - 1)::text as last
    from ledger_day where closed_through + 1 < ${today} and history_from is null for update`.execute(trx)
  const [days] = rows
  if (days === undefined) return undefined
  await postEvents(trx, undefined, onSetAside)
  await bookReleases(trx, days)
  await bookAncillaryFees(trx, days)
  await bookVat(trx, days)
  await bookInvoiced(trx, days)
  await sql`update ledger_day set closed_through = ${days.last}`.execute(trx)
  await keepVolumes(trx, days)
  await keepSums(trx, days)
  return days
}
