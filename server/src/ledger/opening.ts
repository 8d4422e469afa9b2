import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'
import { dayOf, today } from '../pricing/business-days.ts'
import { holdLedger, ledgerDay } from './ledger-day.ts'
import { postEvents, type SetAside } from './posting/post-events.ts'

/** A day before all payments. */
export const fromTheBeginning = '2000-01-01'

/**
 * Opens the ledger, unless it is open, for the payments from a day on (`2026-10-31`); null: for those from now on. Processors paid
 * the ones before to the merchants themselves, and to book them would owe their money a second time. It begins on the day of the
 * oldest payment that counts. From the moment that this is committed the triggers queue what happens; a transaction that began before
 * may still commit a change without an event. What there was is queued by `queueHistory`.
 */
export async function openLedger(db: Reader, since: string | null): Promise<void> {
  if (await ledgerDay(db)) return
  await sql`
    insert into ledger_day (opened_on, opened_at, counts_from, closed_through, history_from)
    select first, engine_now(), counts_from, first - 1, coalesce(created_at, engine_now())
    from (select t.counts_from, t.created_at, coalesce(${dayOf('t.created_at')}, ${today}) as first
      from (select s.counts_from, (select min(created_at) from transaction where created_at >= s.counts_from) as created_at
        from (select coalesce(${since}::date::timestamp at time zone time_zone, engine_now()) as counts_from from installation) s) t) x
    on conflict do nothing`.execute(db)
}

/** Opens the ledger and books everything that there is, for who has time to wait. */
export async function openWhole(db: Reader): Promise<void> {
  await openLedger(db, fromTheBeginning)
  while ((await ledgerDay(db))?.history_from) {
    const isMore = await queueHistory(db)
    if (!isMore) await sleep(look_ms)
  }
  await postEvents(db)
}

const look_ms = 50

/**
 * Queues and books the payments, refunds and chargebacks from before the ledger was opened, in the order of their beginning, a
 * bounded number in a transaction that also says where to go on. It waits until every transaction has ended that may have changed
 * one of them without an event. Gives true while there is more.
 */
export async function queueHistory(
  db: Reader,
  atOnce = paymentsAtOnce,
  onSetAside: (event: SetAside) => void = () => {},
): Promise<boolean> {
  const open = await ledgerDay(db)
  if (!open || open.history_from === null) return false
  // The ids that are given out from now on belong to transactions that see the ledger open. A database that was restored counts
  // from another one.
  const { numAffectedRows } = await sql`update ledger_day set history_after = pg_snapshot_xmax(pg_current_snapshot())
    where history_after is null or history_after > pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
  if (numAffectedRows) return true
  // What waits already is booked first: what it is of is looked for among few.
  await postEvents(db, undefined, onSetAside)
  return db.transaction().execute((trx) => queuePart(trx, atOnce))
}

const paymentsAtOnce = 20_000

async function queuePart(trx: Trx, atOnce: number): Promise<boolean> {
  await holdLedger(trx)
  const open = await ledgerDay(trx)
  if (!open || open.history_from === null || !(await haveAllEnded(trx, open.history_after))) return false
  const { history_from: from, opened_at } = open
  const { rows } = await sql<{ until: string | null }>`
    select (created_at + interval '1 millisecond') as until from transaction where created_at >= ${from}
    order by created_at offset ${atOnce - 1} limit 1`.execute(trx)
  const until = rows[0]?.until ?? null
  await sql`select queue_ledger_history(${from}, ${until ?? 'infinity'}, ${opened_at})`.execute(trx)
  await ensureMonths(trx)
  const left = until === null ? { history_from: null, history_after: null } : { history_from: until }
  await trx.updateTable('ledger_day').set(left).execute()
  return until !== null
}

/** Every transaction has ended that began before the ledger was seen open by all. */
async function haveAllEnded(trx: Trx, after: string | null): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${after}::xid8 as ended`.execute(trx)
  return rows[0]?.ended === true
}

/** The months of the days that wait to be booked: something may have happened in a month without payments. */
const ensureMonths = (trx: Trx) =>
  sql`select ensure_partitions(min(occurred_at)::date - 1, max(occurred_at)::date + 1) from ledger_event
    having count(*) > 0`.execute(trx)
