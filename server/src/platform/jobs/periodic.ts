import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

export interface PeriodicWork {
  /** Also the name of the lock: of all processes on a database one at a time does this work. */
  readonly name: string
  readonly every_ms: number
  readonly db: Reader
  /** Gets a connection of its own. True: there is more to do, go on without a pause. */
  readonly run: (connection: Reader) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

export interface Periodic {
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>
}

const longestPause_ms = 60_000

/**
 * Does something again and again, the first time at once. An error is reported and ends that time only; after several in a row
 * the pauses grow, as whatever fails each time is not to fill the logs.
 */
export function startPeriodic({ name, every_ms, db, run, onError }: PeriodicWork): Periodic {
  const stopping = new AbortController()
  let failures = 0
  const failed = (error: unknown) => {
    failures += 1
    onError(error)
  }
  const repeat = async () => {
    while (!stopping.signal.aborted) {
      const before = failures
      const more = await exclusively(db, name, run).catch(failed)
      if (failures === before) failures = 0
      const pause = Math.max(every_ms, Math.min(every_ms * 2 ** failures, longestPause_ms))
      if (more !== true) await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const repeating = repeat()
  return {
    stop: async () => {
      stopping.abort()
      await repeating
    },
  }
}

/** Runs unless another connection is running what has the same name: then it gives undefined. */
export function exclusively<T>(
  db: Reader,
  name: string,
  run: (connection: Reader) => Promise<T>,
): Promise<T | undefined> {
  return locked(db, name, sql<{ mine: boolean }>`select pg_try_advisory_lock(${keyOf(name)}) as mine`, run)
}

/** Waits until nobody else runs what has the same name. */
export async function inTurn<T>(db: Reader, name: string, run: (connection: Reader) => Promise<T>): Promise<T> {
  const lock = sql<{ mine: boolean }>`select true as mine from (select pg_advisory_lock(${keyOf(name)})) as waited`
  // Whoever waited has it.
  return (await locked(db, name, lock, run)) as T
}

function locked<T>(
  db: Reader,
  name: string,
  lock: ReturnType<typeof sql<{ mine: boolean }>>,
  run: (connection: Reader) => Promise<T>,
): Promise<T | undefined> {
  return db.connection().execute(async (connection) => {
    const { rows } = await lock.execute(connection)
    if (!rows[0]?.mine) return undefined
    try {
      return await run(connection)
    } finally {
      // A connection that broke has let go by itself.
      await sql`select pg_advisory_unlock(${keyOf(name)})`.execute(connection).catch(() => {})
    }
  })
}

const keyOf = (name: string) => sql`hashtextextended(${`kontor.${name}`}, 0)`
