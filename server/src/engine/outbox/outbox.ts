import type { ParkedWhy } from '@kontor/contract/payments/stuck-operation.rules'
import { type Kysely, type QueryCreator, sql, type UpdateObject } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { lockRow } from '../../platform/db/locked.ts'
import { storableBody } from '../../platform/secrets/mask.ts'
import type { AuthorizeRequest } from '../../processors/gateway.ts'
import type { DB, Json } from '../../schema.ts'
import type { AskingPayer } from './asking-payer.ts'
import {
  type Operation,
  type PaymentOperation,
  type Revocation,
  readOperation,
  type StoredOperation,
} from './operation.ts'

/**
 * A job is an order to a processor. The transaction that makes the decision also writes the job, so that neither exists
 * without the other. The writer starts the job at once. A worker performs jobs that are left over: after a crash, after a
 * time-out, or while an outcome is open. An order may be sent more than once: `uncertain` says that an earlier try may have
 * reached the processor.
 */
export type Job = Operation & Claimed
export type PaymentJob = PaymentOperation & Claimed
export type CardJob = Revocation & Claimed

interface Claimed {
  /** The number of times that the job was claimed, with this one. */
  attempts: number
  uncertain: boolean
  created_at: string
  /** The first try that may have reached the processor. A job of the version before has none, although it is uncertain. */
  first_sent_at: string | null
  /** The request as the first try sent it, sealed. */
  request_sealed: Buffer | null
  /** Set when the processor said that it has the order. */
  acknowledged_at: string | null
  /** True: the processor failed, and answers a repetition with the same failure. */
  failure_kept: boolean
  /** The keys under which the processor keeps a failure of an order that is safe twice. */
  keys_spent: number
  /** Set when nothing is sent under this reference any more. */
  parked_at: string | null
  /** Who asks for an authorization whose request is not frozen yet; otherwise null. */
  asker: Asker | null
  /** The call that ordered it; null: it was no call. */
  cause: string | null
}

/** Who asks for a payment, and what is known of its payer. */
export type Asker = Pick<AuthorizeRequest, 'initiative'> & { payer?: AskingPayer }

/** A claimed job whose payload is not read yet. One unreadable job must not stop the others of the same claim. */
export type ClaimedJob = StoredOperation & Claimed

/** Reads a claimed job. Throws `UnreadableOperation`. */
export function readJob(row: ClaimedJob): Job {
  const { attempts, uncertain, created_at, first_sent_at, request_sealed, acknowledged_at, failure_kept } = row
  const { keys_spent, parked_at, asker, cause } = row
  const sent = { attempts, uncertain, created_at, first_sent_at, request_sealed, acknowledged_at, failure_kept }
  return { ...readOperation(row), ...sent, keys_spent, parked_at, asker, cause }
}

/** The key of the next try. Undefined: its reference. */
export const keyOf = ({ id, keys_spent }: Pick<ClaimedJob, 'id' | 'keys_spent'>): string | undefined =>
  keys_spent > 0 ? `${id}.${keys_spent}` : undefined

export type JobResult = { note: string } & ({ done: true } | Unfinished)

interface Unfinished {
  done: false
  /** `never`: nothing is learnt by another try. A notification ends the job, or a person. */
  retry_in_ms: number | 'never'
  /** From then on a person is told. The first one counts. */
  overdue_at?: Date
  /** True: the processor has the order. */
  acknowledged?: boolean
  /** True: the processor failed, and answers a repetition with the same failure. */
  failureKept?: boolean
  /** True: the same, of an order that is safe twice: its next try has another key. */
  keySpent?: boolean
  /** True: nothing is sent under this reference any more. */
  parked?: ParkedWhy
  /** The try reached nobody, so that the job is as it was before: these are its values then. */
  notSent?: Pick<Claimed, 'uncertain' | 'first_sent_at'>
}

/** Carries out the jobs of the outbox. */
export interface JobHandler<Prepared> {
  /** Reads what a try needs, before the call to the processor. */
  prepare: (trx: Trx, job: ClaimedJob) => Promise<Prepared>
  /**
   * Tries a job, and records how that went. Without `prepared`, it reads what the try needs itself. Returns a job that this try
   * wrote and that whoever waits for it waits for too.
   */
  perform: (job: ClaimedJob, prepared?: Prepared) => Promise<JobKey | undefined>
}

export interface JobKey {
  merchant: string
  job: string
}

/** The writer of a job has this long to start it before the worker may take it. */
const headStart_s = 2

/** Writes a job. `db` may have a CTE (`with`), which is then part of the same statement. */
export const enqueue = (db: QueryCreator<DB>, operation: Operation, now: Date): Promise<void> =>
  enqueueWith(db, operation, {}, now)

/** Writes a job with the request that its tries send, where that is known already, or with what goes into it. */
export async function enqueueWith(
  db: QueryCreator<DB>,
  operation: Operation,
  { request_sealed, asker }: { request_sealed?: Buffer; asker?: Asker | undefined },
  now: Date,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      ...operation,
      payload: JSON.stringify(operation.payload),
      ...(request_sealed && { request_sealed }),
      ...(asker && { asker: JSON.stringify(asker) }),
      created_at: now.toISOString(),
      // The database's clock sets the time, because it also decides which jobs are due.
      next_attempt_at: sql<string>`clock_timestamp() + make_interval(secs => ${headStart_s})`,
    })
    .execute()
}

/** Claims due jobs for `lease_ms`, the oldest first. Two workers never claim the same job. */
export function claimDue(db: Kysely<DB>, limit: number, lease_ms: number, except: string[]): Promise<ClaimedJob[]> {
  return claim(
    db,
    sql`
    select merchant_id, id, uncertain from outbox
    where done_at is null and next_attempt_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())
      and merchant_id <> all(${except}::uuid[])
    order by next_attempt_at limit ${limit} for update skip locked`,
    lease_ms,
  )
}

/** Claims the job of one merchant that has been due the longest. */
export async function claimDueOf(db: Kysely<DB>, merchant: string, lease_ms: number): Promise<ClaimedJob | undefined> {
  const [job] = await claim(
    db,
    sql`
    select merchant_id, id, uncertain from outbox
    where merchant_id = ${merchant} and done_at is null and next_attempt_at <= clock_timestamp()
      and (leased_until is null or leased_until < clock_timestamp())
    order by next_attempt_at limit 1 for update skip locked`,
    lease_ms,
  )
  return job
}

/** Claims one job for its writer, also before it is committed. Undefined: the job is done, or somebody else has it. */
export async function claimOne(
  db: Kysely<DB>,
  merchant: string,
  id: string,
  lease_ms: number,
): Promise<ClaimedJob | undefined> {
  const [job] = await claim(
    db,
    sql`
    select merchant_id, id, uncertain from outbox
    where merchant_id = ${merchant} and id = ${id} and done_at is null and (leased_until is null or leased_until < clock_timestamp())
    for update skip locked`,
    lease_ms,
  )
  return job
}

/**
 * `which` locks the rows, and so gives `uncertain` as the last try left it. The snapshot of the statement may be older than
 * that try: a processor that was asked would then be asked again without a look-up.
 */
async function claim(db: Kysely<DB>, which: ReturnType<typeof sql>, lease_ms: number): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with due as materialized (${which})
    update outbox set leased_until = ${leaseEnd(lease_ms)}, attempts = attempts + 1, uncertain = true
    from due
    where outbox.merchant_id = due.merchant_id and outbox.id = due.id
    returning outbox.merchant_id, outbox.id, topic, transaction_created_at, transaction_id, refund_id, chargeback_id, card_id, payload, attempts,
      due.uncertain, outbox.created_at, first_sent_at, request_sealed, acknowledged_at, failure_kept, keys_spent, parked_at,
      asker, cause`.execute(db)
  return rows
}

const leaseEnd = (lease_ms: number) => sql<string>`clock_timestamp() + make_interval(secs => ${lease_ms / 1000})`

/** Renews the lease of one try. False: the try is over, or a later one of its job has begun. */
export async function renewLease(
  db: Kysely<DB>,
  { merchant_id, id, attempts }: Try,
  lease_ms: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ leased_until: leaseEnd(lease_ms) })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .where('leased_until', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Renews the leases of many tries. A row that is locked is left for the next renewal: its try is about to be written down, and
 * waiting with other rows in hand could end in a deadlock.
 */
export async function renewLeases(db: Kysely<DB>, tries: readonly Try[], lease_ms: number): Promise<void> {
  const column = <K extends keyof Try>(name: K) => tries.map((each) => each[name])
  await sql`
    with held as materialized (
      select o.merchant_id, o.id from outbox o
      join unnest(${column('merchant_id')}::uuid[], ${column('id')}::uuid[], ${column('attempts')}::int[])
        as try (merchant_id, id, attempts) using (merchant_id, id, attempts)
      where o.done_at is null and o.leased_until is not null for update of o skip locked)
    update outbox set leased_until = ${leaseEnd(lease_ms)}
    from held where outbox.merchant_id = held.merchant_id and outbox.id = held.id`.execute(db)
}

/** Gives back a claimed job that was not tried, so that it is due at once. */
export async function releaseJob(db: Kysely<DB>, job: ClaimedJob): Promise<void> {
  const { merchant_id, id, attempts, uncertain, first_sent_at } = job
  await db
    .updateTable('outbox')
    .set({ leased_until: null, attempts: attempts - 1, uncertain, first_sent_at })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute()
}

type Try = Pick<ClaimedJob, 'merchant_id' | 'id' | 'attempts'>

/**
 * Records how a try ended. An outcome is written in the same transaction. `db` may have a CTE (`with`), which is then part of
 * the same statement.
 */
export async function finishTry(db: QueryCreator<DB>, job: Try, result: JobResult): Promise<void> {
  await db
    .with('tried', (own) => tryOf(own, job, result.note))
    .updateTable('outbox')
    .set(result.done ? ended : unfinished(result))
    .where('merchant_id', '=', job.merchant_id)
    .where('id', '=', job.id)
    // A try may outlive its lease. It must not release or reopen a job that another try has taken over or finished.
    .where('attempts', '=', job.attempts)
    .where('done_at', 'is', null)
    .execute()
}

/** What remains of a job that is over: no request, no token that pays, and no due date that lay ahead. */
const ended = {
  leased_until: null,
  done_at: sql<string>`clock_timestamp()`,
  request_sealed: null,
  payload: sql<Json>`payload - '{card_token,agreement_token}'::text[]`,
  asker: null,
  overdue_at: sql<string | null>`case when overdue_at is not null and overdue_at <= engine_now() then overdue_at end`,
}

function unfinished({
  retry_in_ms,
  overdue_at,
  acknowledged,
  failureKept,
  keySpent,
  parked,
  notSent,
}: Unfinished): UpdateObject<DB, 'outbox'> {
  return {
    leased_until: null,
    next_attempt_at:
      retry_in_ms === 'never' ? never : sql<string>`clock_timestamp() + make_interval(secs => ${retry_in_ms / 1000})`,
    ...(overdue_at ? { overdue_at: sql<string>`coalesce(overdue_at, ${overdue_at.toISOString()})` } : {}),
    ...(acknowledged ? { acknowledged_at: sql<string>`coalesce(acknowledged_at, engine_now())` } : {}),
    ...(failureKept ? { failure_kept: true } : {}),
    ...(keySpent ? { keys_spent: sql<number>`least(keys_spent + 1, 9999)` } : {}),
    ...(parked
      ? {
          parked_why: parked,
          parked_at: sql<string>`engine_now()`,
          overdue_at: sql<string>`least(overdue_at, engine_now())`,
        }
      : {}),
    ...(notSent ? { uncertain: notSent.uncertain, first_sent_at: notSent.first_sent_at } : {}),
  }
}

/** No claim finds a job that is due then, also not one of the version before, which knows nothing of parked jobs. */
export const never = '9999-12-31T00:00:00Z'

/**
 * Begins a statement that also writes down when the order may have reached the processor for the first time, and the request
 * that is sent then and at each later try.
 */
export const freezing = (
  trx: Trx,
  { merchant_id, id, attempts }: Try,
  frozen: { first_sent_at: Date; request_sealed: Buffer },
): QueryCreator<DB> =>
  trx.with('frozen', (db) =>
    db
      .updateTable('outbox')
      .set({ first_sent_at: frozen.first_sent_at.toISOString(), request_sealed: frozen.request_sealed, asker: null })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('done_at', 'is', null),
  )

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

/** Locks a job that no try has in hand. `over`: it has ended. `in_hand`: a try of it is under way. */
export async function holdIdleJob(
  trx: Trx,
  { merchant_id, id }: { merchant_id: string; id: string },
): Promise<'held' | 'over' | 'in_hand'> {
  const job = trx
    .selectFrom('outbox')
    .select(['done_at', sql<boolean>`coalesce(leased_until > clock_timestamp(), false)`.as('is_in_hand')])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
  const held = await lockRow(job)
  if (!held || held.done_at !== null) return 'over'
  return held.is_in_hand ? 'in_hand' : 'held'
}

/** Writes into an order that has not left yet that its payer has to authenticate. The caller holds the try. */
export async function demandThreeDSecure(trx: Trx, { merchant_id, id }: Try): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ payload: sql`payload || '{"three_d_secure": "required"}'` })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}

/** Ends a job without a try of its own, for example after a notification. */
export async function closeJob(trx: Trx, job: { merchant_id: string; id: string }, note: string): Promise<void> {
  await trx
    .with('closed', (db) =>
      db
        .updateTable('outbox')
        .set(ended)
        .where('merchant_id', '=', job.merchant_id)
        .where('id', '=', job.id)
        .where('done_at', 'is', null)
        .returning(['merchant_id', 'id', 'attempts']),
    )
    .insertInto('outbox_attempt')
    .columns(['merchant_id', 'outbox_id', 'attempt', 'result'])
    .expression((eb) =>
      eb.selectFrom('closed').select(['merchant_id', 'id', 'attempts', eb.val(storedNote(note)).as('result')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Writes down of an open job that its order is at the processor already, which is all that is known of it: nothing is sent under
 * its reference, and the processor is asked what became of it.
 */
export async function noteSent(trx: Trx, job: { merchant_id: string; id: string }, sent_at: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      ...{ uncertain: true, asker: null },
      first_sent_at: sql<string>`coalesce(first_sent_at, ${sent_at})`,
      acknowledged_at: sql<string>`coalesce(acknowledged_at, ${sent_at})`,
    })
    .where('merchant_id', '=', job.merchant_id)
    .where('id', '=', job.id)
    .where('done_at', 'is', null)
    .execute()
}

/** Records a late report beside the tries of a job that is over. */
export async function noteAfterwards(trx: Trx, job: { merchant_id: string; id: string }, note: string): Promise<void> {
  const over = await trx
    .selectFrom('outbox')
    .select(['merchant_id', 'id', 'attempts'])
    .where('merchant_id', '=', job.merchant_id)
    .where('id', '=', job.id)
    .executeTakeFirst()
  if (over) await tryOf(trx, over, note).execute()
}

/** When the try before this one ended. One that broke off has no end, and may be at work until now. */
export async function lastTryEnded(trx: Trx, { merchant_id, id, attempts }: Try, now: Date): Promise<Date> {
  const last = await trx
    .selectFrom('outbox_attempt')
    .select('at')
    .where('merchant_id', '=', merchant_id)
    .where('outbox_id', '=', id)
    .where('attempt', '=', attempts - 1)
    .executeTakeFirst()
  return last ? new Date(last.at) : now
}

const tryOf = (db: QueryCreator<DB>, { merchant_id, id, attempts }: Try, note: string) =>
  db
    .insertInto('outbox_attempt')
    .values({ merchant_id, outbox_id: id, attempt: attempts, result: storedNote(note) })
    .onConflict((conflict) => conflict.doNothing())

const storedNote = (note: string) => (storableBody(note) ?? '').slice(0, 500)
