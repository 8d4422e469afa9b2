import { plusDays } from '@kontor/contract/dates'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { settlesOn } from '@kontor/contract/settlements/schedules/settlement-days.rules'
import type { runSettlementsEndpoint } from '@kontor/contract/settlements/settlement.endpoints'
import { sql } from 'kysely'
import { ledgerDay } from '../../ledger/ledger-day.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Reader } from '../../platform/db/database.ts'
import { keptSchedules } from '../schedules/kept-schedules.ts'
import { skippedDays } from '../schedules/settlement-schedule-dates.ts'
import type { Settled } from '../settled.ts'
import { dueBooks } from './due-books.ts'
import { type ByHand, settle } from './settle.ts'

export interface Run {
  databases: Databases
  /** The moment at which a settlement through this day closes. */
  now: (through: string) => Date
  /** Called for a book that could not be settled. Its days are part of its next settlement. */
  onProblem: (error: unknown, of: Settled) => void
  /** Merchants whose books are settled at the same time, each on a connection of its own; default: one after the other. */
  merchantsAtOnce?: number
  /** Asked after each book and each day. Without it, a run takes as long as it needs. */
  until?: (() => boolean) | undefined
  /** The books of its day that were tried, in a run that goes on where the one before it stopped: each is tried once. */
  tried?: Set<string>
}

type Outcome = ReplyOf<typeof runSettlementsEndpoint>

/**
 * Closes every settlement that is due: for each business day since the last run, in their order, the books of the schedules that
 * settle at its end. It may stop anywhere and run at several servers at once: each book is a transaction, and a day that was
 * settled is not settled again.
 */
export async function runSettlements(run: Run): Promise<Outcome> {
  const { provider } = run.databases
  const outcome: Outcome = { settled_through: null, settlements: 0, failed: 0, is_complete: true }
  const ledger = await ledgerDay(provider)
  if (!ledger) return outcome
  const { closed_through, opened_on } = ledger
  outcome.settled_through = closed_through
  const progress = await provider.selectFrom('settlement_progress').select('settled_through').executeTakeFirst()
  for (
    let day = plusDays(progress?.settled_through ?? plusDays(opened_on, -1), 1);
    day <= closed_through;
    day = plusDays(day, 1)
  ) {
    for (const schedule of await schedulesSettlingAfter(provider, day))
      if (outcome.is_complete) await settleAll(run, schedule, day, outcome)
    if (!outcome.is_complete) return outcome
    await settledThrough(provider, day)
    run.tried?.clear()
    if (day < closed_through && run.until?.()) return { ...outcome, is_complete: false }
  }
  return outcome
}

/** Settles everything of a schedule through the last closed day, by hand or for a loader of data. */
export async function settleNow(run: Run, schedule: string, by: ByHand): Promise<Outcome> {
  const ledger = await ledgerDay(run.databases.provider)
  const outcome: Outcome = {
    settled_through: ledger?.closed_through ?? null,
    settlements: 0,
    failed: 0,
    is_complete: true,
  }
  if (ledger) await settleAll(run, schedule, ledger.closed_through, outcome, by)
  return outcome
}

/** The schedules that settle at the start of the day after this one. */
async function schedulesSettlingAfter(db: Reader, day: string): Promise<string[]> {
  const next = plusDays(day, 1)
  const due: string[] = []
  for (const schedule of await keptSchedules(db))
    if (settlesOn(schedule, next) && !(await skippedDays(db, schedule.id)).has(next)) due.push(schedule.id)
  return due
}

async function settleAll(run: Run, schedule: string, through: string, outcome: Outcome, by?: ByHand): Promise<void> {
  const due = await dueBooks(run.databases.provider, schedule, through)
  const untried = due.filter((of) => !run.tried?.has(placeOf(of, through)))
  // The books of a merchant draw from one row of numbers.
  const waiting = [...Map.groupBy(untried, ({ merchant_id }) => merchant_id).values()]
  const settleNext = async () => {
    for (let books = waiting.shift(); books; books = waiting.shift())
      for (const of of books) if (outcome.is_complete) await settleOne(run, of, through, outcome, by)
  }
  await Promise.all(Array.from({ length: run.merchantsAtOnce ?? 1 }, settleNext))
}

async function settleOne(run: Run, of: Settled, through: string, outcome: Outcome, by: ByHand): Promise<void> {
  run.tried?.add(placeOf(of, through))
  try {
    if (await settledBook(run, of, through, by)) outcome.settlements += 1
  } catch (error) {
    outcome.failed += 1
    run.onProblem(error, of)
  }
  if (run.until?.()) outcome.is_complete = false
}

/** With the day, because another process may have finished the one of an earlier turn. */
const placeOf = ({ merchant_id, book_id, currency_code }: Settled, through: string) =>
  `${through}/${merchant_id}/${book_id}/${currency_code}`

/** A second time where the first met something that passes, such as a deadlock. */
async function settledBook(run: Run, of: Settled, through: string, by: ByHand, tries = 2): Promise<string | undefined> {
  try {
    const { id, name } = by ?? { id: null, name: 'system' }
    const actor = { ...engineActor(of.merchant_id, 'system'), ...(by && { kind: 'user' as const }), id, name }
    return await inTransaction(
      run.databases,
      actor,
      (trx) => settle(trx, of, through, { now: run.now(through), by }),
      // The same statements for each book: planning them took most of the time.
      { as: 'provider', plans: 'repeated' },
    )
  } catch (error) {
    if (tries === 1) throw error
    return settledBook(run, of, through, by, tries - 1)
  }
}

const settledThrough = (db: Reader, day: string) =>
  sql`insert into settlement_progress as p (settled_through) values (${day})
    on conflict (only_one) do update set settled_through = greatest(p.settled_through, excluded.settled_through)`.execute(
    db,
  )
