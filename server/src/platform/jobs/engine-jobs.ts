import { sql } from 'kysely'
import type { Databases } from '../db/database.ts'
import type { EngineClock } from '../time/engine-clock.ts'
import { exclusively } from './lease.ts'
import { jobsInTurn, type Periodic, type PeriodicJob, repeat } from './periodic.ts'

/**
 * A job that time alone triggers: links expire, schedules run, subscriptions bill. It does everything that is due at
 * `now`, in the order in which it fell due, and leaves the rest. It may stop anywhere and run any number of times:
 * constraints make sure that each effect happens once. A run that stops before all of it is done gives true: the next one goes on,
 * and a moved clock waits for it.
 */
export interface EngineJob extends PeriodicJob {
  run(now: Date): Promise<unknown>
}

/** Milliseconds between two looks whether another process moved the clock. */
const look_ms = 500
/** A moved clock advances one day at a time, so that everything happens in the order of its time. */
const step_ms = 86_400_000

interface Settings {
  databases: Databases
  clock: EngineClock
  jobs: readonly EngineJob[]
  /** Tells the outside world how much time has passed. */
  onStep: (passed_ms: number) => Promise<void>
  onError: (error: unknown, job: string) => void
}

/**
 * Starts the periodic jobs that use the engine's clock. While the clock is being moved, all of them run at each step.
 */
export function startEngineJobs({ databases, clock, jobs, onStep, onError }: Settings): Periodic {
  const { provider } = databases
  const { runAll, runDue } = jobsInTurn({ db: provider, jobs, now: clock.now, onError })

  const step = async (): Promise<true> => {
    // The process that held the lease before may have finished the move.
    await clock.refresh()
    const target = clock.target()
    if (target === null) return true
    const from = clock.now()
    const to = new Date(Math.min(from.getTime() + step_ms, target.getTime()))
    await ensurePartitions(databases, to)
    await clock.moveTo(to)
    await runAll()
    await onStep(to.getTime() - from.getTime())
    return true
  }
  return repeat(async (stopping) => {
    await clock.refresh().catch((error: unknown) => onError(error, 'clock'))
    if (clock.target() === null) return Math.min(look_ms, await runDue(stopping))
    const hasStepped = await exclusively(provider, 'clock', step).catch((error: unknown) => onError(error, 'clock'))
    return hasStepped ? 0 : look_ms
  })
}

/** Follows a clock that another process moves. */
export const followClock = (clock: EngineClock, onError: (error: unknown) => void): Periodic =>
  repeat(async () => {
    await clock.refresh().catch(onError)
    return look_ms
  })

const ensurePartitions = ({ provider }: Databases, at: Date) =>
  sql`select ensure_partitions(${at.toISOString()}::date, (${at.toISOString()}::date + interval '2 months')::date)`.execute(
    provider,
  )
