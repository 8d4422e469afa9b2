import { sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'

export interface LedgerDay {
  /** `2026-10-31`, as the others. */
  opened_on: string
  /** An instant of the engine's clock. */
  opened_at: string
  /** Nothing is booked on this day or before it. */
  closed_through: string
  history_after: string | null
  history_from: string | null
}

/** Undefined: the ledger is not open. */
export const ledgerDay = (db: Reader): Promise<LedgerDay | undefined> =>
  db
    .selectFrom('ledger_day')
    .select(['opened_on', 'opened_at', 'closed_through', 'history_from'])
    .select(sql<string | null>`history_after::text`.as('history_after'))
    .executeTakeFirst()

/** The last day that is closed. Undefined: the ledger is not open. */
export async function closedThrough(db: Reader): Promise<string | undefined> {
  return (await ledgerDay(db))?.closed_through
}

/**
 * Waits until no other transaction posts, opens or closes, and keeps others from it until this one ends. Bookings of commands go
 * on meanwhile.
 */
export const holdLedger = (trx: Trx) => sql`select pg_advisory_xact_lock(hashtext('kontor.ledger'))`.execute(trx)
