import { createHash } from 'node:crypto'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { NIL } from 'uuid'
import { type Actor, seesWholeMerchant } from '../db/actor.ts'
import { type Trx, violatedConstraint } from '../db/database.ts'
import { providerId } from '../db/ids.ts'

/** Seconds for which an awaited answer makes other requests with the same key wait. */
const inUse_s = 30
/** The unknown caller in rows of an earlier version. */
const nobody = NIL

export interface Answer {
  status: number
  /** The JSON text, so that a replay has the same bytes. */
  body: string
}

/** The owner of a key: one person or one program, within one merchant (docs/adr/0063). */
const ownerOf = ({ scope, program, id }: Actor) => ({
  merchant_id: scope.merchant ?? providerId,
  caller_id: program ?? id ?? nobody,
})

/** A hash of the request: the same key with another request is a mistake of the caller. */
export const requestHash = (method: string, url: string, body: unknown): Buffer =>
  Buffer.isBuffer(body) ? hashOf(JSON.stringify([method, url]), body) : hashOf(JSON.stringify([method, url, body]))

function hashOf(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

interface Locked {
  locked: boolean
}

interface KeptAnswer {
  caller_id: string
  request_hash: Buffer
  response_status: number
  response_body: string
  in_use: boolean
}

/**
 * The answer that an earlier request with this key got. Undefined: the key was free, and is ours until the transaction
 * ends. It runs in the transaction of the effect. Of two requests at once the second is told to come back, or meets the
 * first one's answer when it keeps its own (`wasKeptMeanwhile`).
 */
export async function earlierAnswer(trx: Trx, actor: Actor, key: string, hash: Buffer): Promise<Answer | undefined> {
  const { merchant_id, caller_id } = ownerOf(actor)
  const { rows } = await sql<Locked & (KeptAnswer | Record<keyof KeptAnswer, null>)>`
    with key as materialized (
      select pg_try_advisory_xact_lock(hashtextextended(${`${merchant_id}/${caller_id}/${key}`}, 0)) as locked)
    select key.locked, kept.caller_id, kept.request_hash, kept.response_status, kept.response_body,
      coalesce(kept.in_use_until > now(), false) as in_use
    from key left join idempotency_key kept
      on kept.merchant_id = ${merchant_id} and kept.key = ${key} and kept.caller_id = any(${[caller_id, nobody]}::uuid[])
    order by kept.caller_id desc limit 1`.execute(trx)
  const [row] = rows
  if (!row?.locked) throw new Refusal('idempotency_key_in_use')
  if (row.caller_id === null) return undefined
  // The unknown caller may have seen more than this actor, who sees only a part of the merchant.
  const mayBeForeign = row.caller_id === nobody && !seesWholeMerchant(actor)
  if (mayBeForeign || !row.request_hash.equals(hash)) throw new Refusal('idempotency_key_reused')
  if (row.in_use) throw new Refusal('idempotency_key_in_use')
  return { status: row.response_status, body: row.response_body }
}

/** Keeps the answer in the transaction of the effect. `awaited`: a better answer may follow within seconds. */
export async function keepAnswer(
  trx: Trx,
  actor: Actor,
  key: string,
  hash: Buffer,
  answer: Answer,
  awaited: boolean,
): Promise<void> {
  await trx
    .insertInto('idempotency_key')
    .values({
      ...ownerOf(actor),
      key,
      request_hash: hash,
      response_status: answer.status,
      response_body: answer.body,
      in_use_until: awaited ? sql`now() + make_interval(secs => ${inUse_s})` : null,
    })
    .execute()
}

/** True: another request with the same key was committed between the two statements that would have shown it. */
export const wasKeptMeanwhile = (error: unknown): boolean => violatedConstraint(error) === 'idempotency_key_pkey'

/** Replaces the kept answer by the one that is sent, once its outcome is known. */
export async function settleAnswer(trx: Trx, actor: Actor, key: string, answer: Answer): Promise<void> {
  const { merchant_id, caller_id } = ownerOf(actor)
  await trx
    .updateTable('idempotency_key')
    .set({ response_status: answer.status, response_body: answer.body, in_use_until: null })
    .where('merchant_id', '=', merchant_id)
    .where('caller_id', '=', caller_id)
    .where('key', '=', key)
    .execute()
}
