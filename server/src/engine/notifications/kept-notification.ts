import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { lockRow } from '../../platform/db/locked.ts'
import { openCredential, sealCredential } from '../../platform/secrets/sealed.ts'
import type { DB } from '../../schema.ts'
import type { Heard, NotificationResult } from './apply-notification.ts'

/** A notification as it is kept: by the gateway's id, which stays, so that a repetition is recognized for ever. */
export interface Kept {
  merchant: string
  processor: string
  id: string
  kind: string
  /** Masked. */
  body: string | null
}

/** A kept notification whose turn it is to be worked again. */
export interface Unworked {
  merchant_id: string
  processor_id: string
  id: string
  sealed: Buffer
  attempts: number
}

/** After so many tries a person is told. The last pauses are an hour, so these take ten hours. */
export const triesUntilTold = 20
const longestPause_s = 3_600
/** From then on it is tried as long as it is kept, because only a new version may be able to work it. */
const pauseOnceTold_s = 86_400

/**
 * Keeps a notification as applied: the same transaction applies it. False: it is kept already. Two at once wait for each
 * other here.
 */
export async function keepWorked(trx: Trx, kept: Kept): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('processor_notification')
    .values({ ...rowOf(kept), worked_at: sql<string>`clock_timestamp()`, result: 'applied' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

/** Corrects the result of a notification that was kept as applied. */
export const setResult = (trx: Trx, kept: Kept, result: NotificationResult) =>
  rowsOf(trx, keyOf(kept)).set({ result }).execute()

/** Keeps a notification that could not be applied, with everything that another try needs. */
export const keepUnworked = (
  trx: Trx,
  kept: Kept,
  heard: Heard,
  { masterKey, pause_ms, error }: { masterKey: string; pause_ms: number; error: unknown },
) => keepForWorker(trx, kept, heard, { masterKey, pause_ms, attempts: 1, error: nameOf(error) })

/** Keeps news of a payment, of which the worker asks the gateway at once. */
export const keepUnasked = (trx: Trx, kept: Kept, heard: Heard, masterKey: string) =>
  keepForWorker(trx, kept, heard, { masterKey, pause_ms: 0, attempts: 0, error: null })

async function keepForWorker(
  trx: Trx,
  kept: Kept,
  heard: Heard,
  { masterKey, pause_ms, ...tried }: { masterKey: string; pause_ms: number; attempts: number; error: string | null },
): Promise<void> {
  const row = rowOf(kept)
  const again = { processors: heard.processors, notification: heard.notification }
  await trx
    .insertInto('processor_notification')
    .values({
      ...row,
      worked_at: null,
      sealed: sealCredential(masterKey, placeOf(row), { heard: JSON.stringify(again) }),
      ...tried,
      next_attempt_at: sql<string>`clock_timestamp() + make_interval(secs => ${pause_ms / 1000})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes notifications whose turn it is, the oldest first, of no merchant in `full`. The claim is a lease: a process that dies leaves them to
 * the next.
 */
export async function claimUnworked(
  db: Kysely<DB>,
  { free, full }: { free: number; full: string[] },
  lease_ms: number,
): Promise<Unworked[]> {
  const { rows } = await sql<Unworked>`
    with due as materialized (
      select merchant_id, processor_id, id from processor_notification
      where worked_at is null and next_attempt_at <= clock_timestamp() and merchant_id <> all(${full}::uuid[])
      order by next_attempt_at limit ${free} for update skip locked)
    update processor_notification n set attempts = n.attempts + 1,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${lease_ms / 1000})
    from due where n.merchant_id = due.merchant_id and n.processor_id = due.processor_id and n.id = due.id
    returning n.merchant_id, n.processor_id, n.id, n.sealed, n.attempts`.execute(db)
  return rows
}

/** What was heard, as it was when it was kept. */
export function heardIn(masterKey: string, row: Unworked): Heard {
  const { heard = '' } = openCredential(masterKey, placeOf(row), row.sealed)
  // keepUnworked wrote it, and the seal shows that it was not changed.
  return { merchant: row.merchant_id, ...(JSON.parse(heard) as Pick<Heard, 'processors' | 'notification'>) }
}

/** False: it is worked, or a later try of it has begun. */
export async function holdUnworked(trx: Trx, { merchant_id, processor_id, id, attempts }: Unworked): Promise<boolean> {
  const held = trx
    .selectFrom('processor_notification')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('worked_at', 'is', null)
  return (await lockRow(held)) !== undefined
}

export const setWorked = (trx: Trx, row: Unworked, result: NotificationResult) =>
  rowsOf(trx, row)
    .set({ worked_at: sql<string>`clock_timestamp()`, result, sealed: null, next_attempt_at: null, error: null })
    .execute()

/**
 * Keeps the name of the error, and sets the next turn: each pause is twice the one before, up to an hour, and a day once a
 * person was told. True: from now on a person has to look.
 */
export async function setFailed(trx: Trx, row: Unworked, error: unknown, pause_ms: number): Promise<boolean> {
  const growing_s = Math.min(longestPause_s, (pause_ms / 1000) * 2 ** (row.attempts - 1))
  const pause_s = row.attempts >= triesUntilTold ? pauseOnceTold_s : growing_s
  await rowsOf(trx, row)
    .set({
      error: nameOf(error),
      next_attempt_at: sql<string>`clock_timestamp() + make_interval(secs => ${pause_s})`,
    })
    .where('attempts', '=', row.attempts)
    .where('worked_at', 'is', null)
    .execute()
  return row.attempts >= triesUntilTold
}

type Key = Pick<Unworked, 'merchant_id' | 'processor_id' | 'id'>

const rowsOf = (trx: Trx, { merchant_id, processor_id, id }: Key) =>
  trx
    .updateTable('processor_notification')
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor_id)
    .where('id', '=', id)

const keyOf = ({ merchant, processor, id }: Kept): Key => ({
  merchant_id: merchant,
  processor_id: processor,
  id: storableId(id),
})

const rowOf = (kept: Kept) => ({ ...keyOf(kept), kind: kept.kind, body: kept.body })

/** An id that a key of the database could not hold is known by its hash. */
const storableId = (id: string) =>
  /^[\x20-\x7e]{1,255}$/.test(id) ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`

const placeOf = ({ merchant_id, processor_id, id }: Key) => ({ merchant: merchant_id, record: `${processor_id}/${id}` })

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'error').slice(0, 100)
