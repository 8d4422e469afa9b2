import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from '../db/database.ts'
import { measure } from '../measuring.ts'
import { exclusively, look_ms } from './lease.ts'

export interface PeriodicJob {
  /** Also the name of its lease: one process of all those on a database runs the job at a time. */
  readonly name: string
  /** The pause from the end of one run to the beginning of the next, in milliseconds. */
  readonly every_ms: number
  /** Gives true when there is more to do: the next run then follows almost at once. */
  run(now: Date): Promise<unknown>
}

export interface PeriodicWork {
  readonly db: Reader
  /** The jobs run one after the other, in this order. */
  readonly jobs: readonly PeriodicJob[]
  /** The time that the jobs use. */
  readonly now: () => Date
  readonly onError: (error: unknown, job: string) => void
}

export interface Periodic {
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>
}

// This pause lets another process that waits for the lease take it.
const breath_ms = 2 * look_ms
// The pause when another process holds the lease, or died with it, or when the database is away for a moment.
const again_ms = 5_000
const longestPause_ms = 3_600_000
// Work that fails every time must not fill the logs.
const longestAfterFailure_ms = 60_000

/**
 * Runs each job repeatedly, the first time at once. An error is reported and ends only that run of that job; after
 * several errors in a row the pauses grow.
 */
export function startPeriodic(work: PeriodicWork): Periodic {
  return repeat(jobsInTurn(work).runDue)
}

/**
 * The same for callers with work of their own between runs: `runDue` gives the milliseconds until the next job is due.
 */
export function jobsInTurn({ db, jobs, now, onError }: PeriodicWork) {
  const due = new Map<PeriodicJob, number>()
  const failures = new Map<PeriodicJob, number>()
  /** Runs a job once; gives the pause after it, in milliseconds, and whether it has more to do. */
  const run = async (job: PeriodicJob): Promise<{ pause_ms: number; hasMore: boolean }> => {
    let pause_ms = Math.min(job.every_ms, again_ms)
    let hasMore = false
    const work = async () => {
      pause_ms = job.every_ms
      const began = performance.now()
      const ended = (isBroken: boolean) =>
        measure('work_run', { work: job.name, isBroken, ms: performance.now() - began })
      try {
        hasMore = (await job.run(now())) === true
        if (hasMore) pause_ms = breath_ms
        ended(false)
      } catch (error) {
        ended(true)
        throw error
      }
    }
    try {
      await exclusively(db, job.name, work)
      failures.delete(job)
      return { pause_ms, hasMore }
    } catch (error) {
      onError(error, job.name)
      const inARow = (failures.get(job) ?? 0) + 1
      failures.set(job, inARow)
      const longer_ms = Math.min(job.every_ms * 2 ** inARow, longestAfterFailure_ms)
      return { pause_ms: Math.max(pause_ms, longer_ms), hasMore: false }
    }
  }

  return {
    /** Runs each job until it has nothing more to do. */
    async runAll(): Promise<void> {
      for (const job of jobs) while ((await run(job)).hasMore);
    },
    async runDue(stopping: AbortSignal): Promise<number> {
      for (const job of jobs) {
        if (stopping.aborted || (due.get(job) ?? 0) > Date.now()) continue
        const { pause_ms } = await run(job)
        due.set(job, Date.now() + pause_ms)
      }
      return Math.max(0, Math.min(...due.values()) - Date.now())
    },
  }
}

/** Repeats `turn`, which gives the milliseconds of the pause after it. */
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
