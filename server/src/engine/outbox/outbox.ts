import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { lockRow } from '../../platform/db/locked.ts'
import type { DB } from '../../schema.ts'
import {
  type Operation,
  type PaymentOperation,
  type Revocation,
  readOperation,
  type StoredOperation,
} from './operation.ts'

/**
 * Jobs tell the outside world what was decided. A job is written in the transaction that decided it, so that neither can be
 * without the other. Its writer does it at once; a worker does what was left lying: after a crash, a time-out, an outcome
 * that takes its time. Delivery is at least once: `uncertain` says that an earlier try may have got through.
 */
export type Job = Operation & Claimed
export type PaymentJob = PaymentOperation & Claimed
export type CardJob = Revocation & Claimed

interface Claimed {
  /** How often it was taken, this time included. */
  attempts: number
  uncertain: boolean
  created_at: string
}

/** A job as it was taken from the table. Unread: one that cannot be read hinders no other that was taken with it. */
export type ClaimedJob = StoredOperation & Claimed

/** Throws `UnreadableOperation`. */
export function readJob(row: ClaimedJob): Job {
  const { attempts, uncertain, created_at } = row
  return { ...readOperation(row), attempts, uncertain, created_at }
}

export type JobResult = { done: true; note: string } | { done: false; note: string; retry_in_ms: number }

export type JobHandler = (job: ClaimedJob) => Promise<unknown>

/** Head start of whoever wrote the job over the worker. */
const headStart_s = 2

/** Writes a job; `db` may carry what is to be one statement with it. */
export async function enqueue(db: QueryCreator<DB>, operation: Operation, now: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      ...operation,
      payload: JSON.stringify(operation.payload),
      created_at: now.toISOString(),
      // By the clock that decides what is due.
      next_attempt_at: sql<string>`clock_timestamp() + make_interval(secs => ${headStart_s})`,
    })
    .execute()
}

/** Takes jobs that are due, oldest first, for `lease_ms`. Two workers never take the same one. */
export function claimDue(db: Kysely<DB>, limit: number, lease_ms: number, except: string[]): Promise<ClaimedJob[]> {
  return claim(
    db,
    sql`
    select merchant_id, id from outbox
    where done_at is null and next_attempt_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())
      and merchant_id <> all(${except}::uuid[])
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
): Promise<ClaimedJob | undefined> {
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

async function claim(db: Kysely<DB>, which: ReturnType<typeof sql>, lease_ms: number): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with due as (${which})
    update outbox set leased_until = clock_timestamp() + make_interval(secs => ${lease_ms / 1000}), attempts = attempts + 1, uncertain = true
    from due, lateral (select o.uncertain from outbox o where o.merchant_id = due.merchant_id and o.id = due.id) as before
    where outbox.merchant_id = due.merchant_id and outbox.id = due.id
    returning outbox.merchant_id, outbox.id, topic, transaction_created_at, transaction_id, refund_id, chargeback_id, card_id, payload, attempts,
      before.uncertain, outbox.created_at`.execute(db)
  return rows
}

type Try = Pick<ClaimedJob, 'merchant_id' | 'id' | 'attempts'>

/** Notes how a try ended; with the outcome's own transaction where there is one. */
export async function finishTry(trx: Trx, job: Try, result: JobResult): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      leased_until: null,
      ...(result.done
        ? { done_at: sql<string>`clock_timestamp()` }
        : { next_attempt_at: sql<string>`clock_timestamp() + make_interval(secs => ${result.retry_in_ms / 1000})` }),
    })
    .where('merchant_id', '=', job.merchant_id)
    .where('id', '=', job.id)
    // A try that outlived its lease neither frees nor reopens a job that another took over or finished.
    .where('attempts', '=', job.attempts)
    .where('done_at', 'is', null)
    .execute()
  await noteTry(trx, job, result.note)
}

/** True: the job is not over, and no later try of it has begun or begins before this database transaction ends. */
export async function holdTry(trx: Trx, { merchant_id, id, attempts }: Try): Promise<boolean> {
  const held = trx
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
  return (await lockRow(held)) !== undefined
}

/** Ends a job whose outcome came by another way. */
export async function closeJob(trx: Trx, job: { merchant_id: string; id: string }, note: string): Promise<void> {
  const closed = await trx
    .updateTable('outbox')
    .set({ leased_until: null, done_at: sql<string>`clock_timestamp()` })
    .where('merchant_id', '=', job.merchant_id)
    .where('id', '=', job.id)
    .where('done_at', 'is', null)
    .returning(['merchant_id', 'id', 'attempts'])
    .executeTakeFirst()
  if (closed) await noteTry(trx, closed, note)
}

/** Keeps what was said of a job that is over, beside its tries. */
export async function noteAfterwards(trx: Trx, job: { merchant_id: string; id: string }, note: string): Promise<void> {
  const over = await trx
    .selectFrom('outbox')
    .select(['merchant_id', 'id', 'attempts'])
    .where('merchant_id', '=', job.merchant_id)
    .where('id', '=', job.id)
    .executeTakeFirst()
  if (over) await noteTry(trx, over, note)
}

async function noteTry(trx: Trx, { merchant_id, id, attempts }: Try, note: string): Promise<void> {
  await trx
    .insertInto('outbox_attempt')
    .values({ merchant_id, outbox_id: id, attempt: attempts, result: note.slice(0, 500) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
