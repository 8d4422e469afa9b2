import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Databases } from '../db/database.ts'
import type { EngineClock } from '../time/engine-clock.ts'

/**
 * What time alone makes necessary: links expire, schedules run, subscriptions bill. A job does everything that is due at
 * `now`, in the order in which it fell due, and leaves the rest. It may die anywhere: what it does must be true once,
 * by a constraint, however often it runs.
 */
export interface EngineJob {
  readonly name: string
  readonly every_ms: number
  run(now: Date): Promise<void>
}

export interface EngineJobs {
  /** Takes no more and waits for the job in hand. */
  stop(): Promise<void>
}

const tick_ms = 500
/** A clock that is moved takes days one at a time, so that everything happens in the order of its time. */
const step_ms = 86_400_000

interface Settings {
  databases: Databases
  clock: EngineClock
  jobs: readonly EngineJob[]
  /** Tells the outside world that time has passed. */
  onStep: (passed_ms: number) => Promise<void>
  onError: (error: unknown, job: string) => void
}

/** Runs the jobs, one after the other, each in one process at a time. */
export function startEngineJobs({ databases, clock, jobs, onStep, onError }: Settings): EngineJobs {
  const stopping = new AbortController()
  const due = new Map<string, number>()

  const runOne = (job: EngineJob) =>
    exclusively(databases, job.name, () => job.run(clock.now())).catch((error) => onError(error, job.name))

  const runDue = async () => {
    for (const job of jobs) {
      if (stopping.signal.aborted || (due.get(job.name) ?? 0) > Date.now()) continue
      due.set(job.name, Date.now() + job.every_ms)
      await runOne(job)
    }
  }
  const step = async () => {
    await exclusively(databases, 'clock', async () => {
      const from = clock.now()
      const to = new Date(Math.min(from.getTime() + step_ms, clock.target()?.getTime() ?? 0))
      await ensurePartitions(databases, to)
      await clock.moveTo(to)
      for (const job of jobs) await runOne(job)
      await onStep(to.getTime() - from.getTime())
    })
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const isMoving = await clock.refresh().then(
        () => clock.target() !== null,
        (error) => onError(error, 'clock'),
      )
      await (isMoving ? step().catch((error) => onError(error, 'clock')) : runDue())
      if (!isMoving) await sleep(tick_ms, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Does nothing when another process is at it. */
async function exclusively({ provider }: Databases, name: string, work: () => Promise<void>): Promise<void> {
  await provider.transaction().execute(async (trx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('kontor.job'), hashtext(${name})) as mine`.execute(trx)
    if (rows[0]?.mine) await work()
  })
}

const ensurePartitions = ({ provider }: Databases, at: Date) =>
  sql`select ensure_partitions(${at.toISOString()}::date, (${at.toISOString()}::date + interval '2 months')::date)`.execute(
    provider,
  )
