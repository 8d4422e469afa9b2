import { sql } from 'kysely'
import { closedThrough } from '../../ledger/ledger-day.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { oneTurn } from '../../platform/jobs/one-turn.ts'
import { bookOneOff } from './book-one-off.ts'
import { lockOneOff } from './locked-one-off.ts'

const atOnce = 100

/** Books approved one-offs on their day. It runs before days are closed, so that each is on its own day whenever it can be. */
export function oneOffsJob(databases: Databases): EngineJob {
  const seen = new Set<string>()
  let problems: unknown[] = []
  return {
    name: 'one-offs',
    every_ms: 5_000,
    async run(now) {
      if ((await closedThrough(databases.provider)) === undefined) return false
      const isOver = oneTurn()
      for (;;) {
        const due = (await findDue(databases, now, atOnce + seen.size)).filter(({ id }) => !seen.has(id))
        if (due.length === 0) break
        for (const key of due) {
          seen.add(key.id)
          // One that cannot be booked must not stop the others.
          await bookDue(databases, key, now).catch((error: unknown) => problems.push(error))
          if (isOver()) return true
        }
      }
      const told = problems
      problems = []
      seen.clear()
      if (told.length > 0) throw new AggregateError(told, 'one-offs that could not be booked')
      return false
    },
  }
}

interface Key {
  merchant_id: string
  id: string
}

async function findDue({ provider }: Databases, now: Date, limit: number): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select merchant_id, id from one_off
    where status = 'APPROVED'
      and date <= (select (${now.toISOString()}::timestamptz at time zone time_zone)::date from installation)
    order by date, id limit ${limit}`.execute(provider)
  return rows
}

/** It is looked at again under its lock: another process may have booked it, or a person cancelled it. */
async function bookDue(databases: Databases, { merchant_id, id }: Key, now: Date): Promise<void> {
  const engine: Actor = engineActor(merchant_id, 'system')
  const work = async (trx: Trx) => {
    const row = await lockOneOff(trx, engine, id)
    if (row.status === 'APPROVED') await bookOneOff(trx, row, now)
  }
  // Only the provider's role books.
  await inTransaction(databases, engine, work, { as: 'provider' })
}
