import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from '../db/database.ts'
import { exclusively, look_ms } from './lease.ts'

export interface PeriodicJob {
  /** Also the name of its lease: of all processes on a database one at a time does it. */
  readonly name: string
  /** From the end of one time to the beginning of the next. */
  readonly every_ms: number
  /** True: there is more to do, it goes on almost at once. */
  run(now: Date): Promise<unknown>
}

export interface PeriodicWork {
  readonly db: Reader
  /** One after the other, in this order. */
  readonly jobs: readonly PeriodicJob[]
  /** The time that the jobs live by. */
  readonly now: () => Date
  readonly onError: (error: unknown, job: string) => void
}

export interface Periodic {
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>
}

// Whoever waits for the lease gets it in between.
const breath_ms = 2 * look_ms
// Another process is at it, or died at it and its lease will end; or the database is away for a moment.
const again_ms = 5_000
const longestPause_ms = 3_600_000
// Work that fails each time is not to fill the logs.
const longestAfterFailure_ms = 60_000

/**
 * Does each job again and again, the first time at once. An error is reported and ends that time of that job only; after
 * several in a row its pauses grow.
 */
export function startPeriodic(work: PeriodicWork): Periodic {
  return repeat(jobsInTurn(work).runDue)
}

/** The same for whoever has something to do between two times: `runDue` gives how long nothing will be due. */
export function jobsInTurn({ db, jobs, now, onError }: PeriodicWork) {
  const due = new Map<PeriodicJob, number>()
  const failures = new Map<PeriodicJob, number>()
  /** Gives the pause after it. */
  const run = async (job: PeriodicJob): Promise<number> => {
    let pause_ms = Math.min(job.every_ms, again_ms)
    const work = async () => {
      pause_ms = job.every_ms
      if ((await job.run(now())) === true) pause_ms = breath_ms
    }
    try {
      await exclusively(db, job.name, work)
      failures.delete(job)
      return pause_ms
    } catch (error) {
      onError(error, job.name)
      const inARow = (failures.get(job) ?? 0) + 1
      failures.set(job, inARow)
      return Math.max(pause_ms, Math.min(job.every_ms * 2 ** inARow, longestAfterFailure_ms))
    }
  }

  return {
    async runAll(): Promise<void> {
      for (const job of jobs) await run(job)
    },
    async runDue(stopping: AbortSignal): Promise<number> {
      for (const job of jobs) {
        if (stopping.aborted || (due.get(job) ?? 0) > Date.now()) continue
        const pause_ms = await run(job)
        due.set(job, Date.now() + pause_ms)
      }
      return Math.max(0, Math.min(...due.values()) - Date.now())
    },
  }
}

/** Takes turn after turn; each says how long the pause after it is. */
export function repeat(turn: (stopping: AbortSignal) => Promise<number>): Periodic {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(Math.min(ms, longestPause_ms), undefined, { signal }).catch(() => {})
  const takeTurns = async () => {
    while (!signal.aborted) await pause(await turn(signal))
  }
  const repeating = takeTurns()
  return {
    async stop() {
      stopping.abort()
      await repeating
    },
  }
}
