import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { isAny } from '../../platform/db/kept-plans.ts'
import { dayOf, today } from '../../pricing/business-days.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'
import { holdLedger, ledgerDay } from '../ledger-day.ts'
import { postBatch } from './post-batch.ts'
import { mostUndoneAtOnce, postUndone } from './post-undone.ts'

/** An event that could not be booked, and why, in PostgreSQL's words. */
export interface SetAside {
  id: number
  reason: string
}
type OnSetAside = (event: SetAside) => void

const atOnce = 20_000

/**
 * Books everything that waits in the queue, a batch in a transaction, or in that of the caller. An event that cannot be booked is
 * found by halving and set aside, so that it does not stop the others. Gives the number of events that were booked.
 */
export async function postEvents(db: Reader, limit = atOnce, onSetAside: OnSetAside = () => {}): Promise<number> {
  let posted = 0
  for (;;) {
    posted += await drain(db, limit, onSetAside, forward)
    // What was taken back may be from before the ledger was opened, and not be queued yet.
    if ((await ledgerDay(db))?.history_from) return posted
    const undone = await drain(db, Math.min(limit, mostUndoneAtOnce), onSetAside, backward)
    if (undone === 0) return posted
    posted += undone
  }
}

/** One of the two kinds of events: how it is booked, and which of them is the first. */
interface Way {
  post: (trx: Trx, size: number, onSetAside: OnSetAside) => Promise<number>
  first: RawBuilder<unknown>
  /** The kinds of its events. */
  kinds: RawBuilder<unknown>
}

/** Of what takes back another event. */
const undoing = numbersOf('capture_undone', 'refund_undone')

/**
 * Not taken back, not after something of the same that was, and not in a month whose tiers are not known yet. The last two are asked
 * where anything is taken back, and where any price has tiers.
 */
const next = (limit: number) => sql`
  select n.*, n.ctid as place from ledger_event n cross join ledger_day d
  where n.kind not in (${undoing})
    and case when (select exists (select from ledger_event where kind in (${undoing})))
      then not exists (select from ledger_event o
        where o.merchant_id = n.merchant_id and o.subject_id = n.subject_id and o.seq < n.seq and o.kind in (${undoing}))
      else true end
    and case when (select exists (select from scheme_line where tier_from is not null or tier_until is not null))
      then not waits_for_volume(n.merchant_id, greatest(least(${dayOf('n.occurred_at')}, ${today}), d.closed_through + 1),
        d.closed_through)
      else true end
  limit ${limit}`

const forward: Way = {
  post: (trx, size) => postBatch(trx, next(size)),
  first: sql`select place from (${next(1)}) n`,
  kinds: sql`kind not in (${undoing})`,
}

/** What was taken back, after what it takes back. */
const backward: Way = {
  post: async (trx, size, onSetAside) => {
    const { taken, impossible } = await postUndone(trx, size)
    for (const place of impossible)
      onSetAside(await setAside(trx, sql`${place}::tid`, 'what it takes back is not booked'))
    return taken + impossible.length
  },
  first: sql`select ctid from ledger_event where kind in (${undoing}) order by seq limit 1`,
  kinds: sql`kind in (${undoing})`,
}

async function drain(db: Reader, limit: number, onSetAside: OnSetAside, way: Way): Promise<number> {
  let posted = 0
  let size = limit
  while (await isAny(db, sql`from ledger_event where ${way.kinds}`)) {
    const taken = await inside(db, (trx) => turn(trx, size, onSetAside, way))
    if (taken === 'one is at fault') {
      size = Math.ceil(size / 2)
      continue
    }
    posted += taken
    if (taken < size) break
    size = Math.min(size * 2, limit)
  }
  return posted
}

/** Books a batch, or sets its only event aside. */
async function turn(trx: Trx, size: number, onSetAside: OnSetAside, way: Way): Promise<number | 'one is at fault'> {
  await holdLedger(trx)
  if (!(await ledgerDay(trx))) return 0
  await sql`set local work_mem = '64MB'`.execute(trx)
  await sql`savepoint batch`.execute(trx)
  try {
    return await way.post(trx, size, onSetAside)
  } catch (error) {
    if (!isAboutData(error)) throw error
    await sql`rollback to savepoint batch`.execute(trx)
    if (size > 1) return 'one is at fault'
    onSetAside(await setAside(trx, sql`(${way.first})`, `${error.message} (${error.code})`))
    return 1
  }
}

const inside = <T>(db: Reader, work: (trx: Trx) => Promise<T>): Promise<T> =>
  // A reader that is a transaction is one of Kysely's.
  db.isTransaction ? work(db as Trx) : db.transaction().execute(work)

/** The content of an event is at fault (data, constraints, limits of an index), and not the database or the connection. */
const isAboutData = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '')

/** Sets one event aside. It counts nowhere until somebody puts it back. */
async function setAside(trx: Trx, place: RawBuilder<unknown>, reason: string): Promise<SetAside> {
  const { rows } = await sql<{ id: number }>`
    with taken as (delete from ledger_event where ctid = ${place} returning *)
    insert into ledger_event_aside (merchant_id, reason, event)
    select merchant_id, ${reason}, to_jsonb(taken) from taken returning id`.execute(trx)
  return { id: rows[0]?.id ?? 0, reason }
}
