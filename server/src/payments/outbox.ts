import { type Kysely, sql } from 'kysely'
import type { Databases, Trx } from '../platform/database.ts'
import type { DB } from '../schema.ts'

/**
 * What has to be told to the outside world. A job is written in the transaction that decided it, so that neither can be
 * without the other. Whoever wrote it does it at once; a worker does what was left lying: after a crash, a time-out,
 * an outcome that takes its time. Delivery is at least once: `uncertain` says that an earlier try may have got through.
 */
export interface Job {
  merchant_id: string
  id: string
  topic: string
  transaction_created_at: string
  transaction_id: string
  refund_id: string | null
  payload: unknown
  attempts: number
  uncertain: boolean
  created_at: string
}

export type JobResult =
  | { done: true; note: string }
  /** `attempted`: the call may have been made, so the next try asks before it calls. */
  | { done: false; note: string; retry_in_ms: number }

export type JobHandler = (job: Job) => Promise<JobResult>

/** Head start of whoever wrote the job over the worker. */
const headStart_ms = 2_000

export async function enqueue(
  trx: Trx,
  job: Omit<Job, 'attempts' | 'uncertain' | 'created_at' | 'payload'> & { payload: object },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      ...job,
      topic: job.topic,
      payload: JSON.stringify(job.payload),
      created_at: now.toISOString(),
      next_attempt_at: new Date(now.getTime() + headStart_ms).toISOString(),
    })
    .execute()
}

/** Takes jobs that are due, oldest first, for `lease_ms`. Two workers never take the same one. */
export function claimDue(db: Kysely<DB>, limit: number, lease_ms: number): Promise<Job[]> {
  return claim(
    db,
    sql`
    select merchant_id, id from outbox
    where done_at is null and next_attempt_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())
    order by next_attempt_at limit ${limit} for update skip locked`,
    lease_ms,
  )
}

/** Takes one job that its writer wants done now; undefined when somebody has it or it is done. */
export async function claimOne(
  db: Kysely<DB>,
  merchant: string,
  id: string,
  lease_ms: number,
): Promise<Job | undefined> {
  const [job] = await claim(
    db,
    sql`
    select merchant_id, id from outbox
    where merchant_id = ${merchant} and id = ${id} and done_at is null and (leased_until is null or leased_until < clock_timestamp())
    for update skip locked`,
    lease_ms,
  )
  return job
}

async function claim(db: Kysely<DB>, which: ReturnType<typeof sql>, lease_ms: number): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with due as (${which})
    update outbox set leased_until = clock_timestamp() + make_interval(secs => ${lease_ms / 1000}), attempts = attempts + 1, uncertain = true
    from due, lateral (select o.uncertain from outbox o where o.merchant_id = due.merchant_id and o.id = due.id) as before
    where outbox.merchant_id = due.merchant_id and outbox.id = due.id
    returning outbox.merchant_id, outbox.id, topic, transaction_created_at, transaction_id, refund_id, payload, attempts,
      before.uncertain, outbox.created_at`.execute(db)
  return rows
}

/** Notes how a try ended; with the outcome's own transaction where there is one. */
export async function finishAttempt(trx: Trx, job: Job, result: JobResult): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      leased_until: null,
      done_at: result.done ? sql<string>`clock_timestamp()` : null,
      ...(result.done
        ? {}
        : { next_attempt_at: sql<string>`clock_timestamp() + make_interval(secs => ${result.retry_in_ms / 1000})` }),
    })
    .where('merchant_id', '=', job.merchant_id)
    .where('id', '=', job.id)
    .execute()
  await trx
    .insertInto('outbox_attempt')
    .values({ merchant_id: job.merchant_id, outbox_id: job.id, attempt: job.attempts, result: result.note })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface OutboxSettings {
  /** How many jobs at once in this process. */
  concurrency: number
  /** How often the worker looks for what was left lying. */
  poll_ms: number
  /** Longer than the slowest job: after it, whoever took a job is taken for dead. */
  lease_ms: number
}

export const outboxDefaults: OutboxSettings = { concurrency: 16, poll_ms: 1_000, lease_ms: 30_000 }

export interface OutboxWorker {
  /** Does a job that was just committed; settles when this try is over. */
  doNow(merchant: string, id: string): Promise<void>
  /** Takes no more jobs and waits for those in hand. */
  stop(): Promise<void>
}

export function startOutboxWorker(
  databases: Databases,
  handle: JobHandler,
  onError: (error: unknown) => void,
  settings = outboxDefaults,
): OutboxWorker {
  const inHand = new Set<Promise<void>>()
  const waiting: (() => void)[] = []
  let stopping = false

  const perform = async (job: Job) => {
    try {
      await handle(job)
    } catch (error) {
      // The lease runs out and the job is tried again, asking first.
      onError(error)
    }
  }
  const track = (work: Promise<void>): Promise<void> => {
    const tracked = work.finally(() => {
      inHand.delete(tracked)
      waiting.shift()?.()
    })
    inHand.add(tracked)
    return tracked
  }
  const takeDue = async () => {
    const free = settings.concurrency - inHand.size
    if (free <= 0 || stopping) return
    for (const job of await claimDue(databases.provider, free, settings.lease_ms)) track(perform(job))
  }
  const poll = async () => {
    while (!stopping) {
      await takeDue().catch(onError)
      await new Promise((resolve) => setTimeout(resolve, settings.poll_ms))
    }
  }
  const polling = poll()

  return {
    async doNow(merchant, id) {
      while (inHand.size >= settings.concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
      if (stopping) return
      await track(
        claimOne(databases.provider, merchant, id, settings.lease_ms).then(
          (job) => (job ? perform(job) : undefined),
          onError,
        ),
      )
    },
    async stop() {
      stopping = true
      await polling
      await Promise.all(inHand)
    },
  }
}
