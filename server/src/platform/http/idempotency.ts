import { createHash } from 'node:crypto'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { NIL } from 'uuid'
import { type Actor, seesWholeMerchant } from '../db/actor.ts'
import { type Trx, violatedConstraint } from '../db/database.ts'
import { providerId } from '../db/ids.ts'
import { openBytes, sealBytes } from '../secrets/sealed.ts'

/** Seconds for which an awaited answer makes other requests with the same key wait. */
const inUse_s = 30
/**
 * The same for a request without a transaction around it: shorter than a call of our client. One that works for longer does nothing
 * twice, or nothing that matters.
 */
const atWork_s = 60
/** The unknown caller in rows of an earlier version. */
const nobody = NIL

export interface Answer {
  status: number
  /** The JSON text, so that a replay has the same bytes. */
  body: string
}

/** The person or program that a key belongs to, within one merchant (docs/adr/0063). */
export interface KeyOwner {
  merchant_id: string
  caller_id: string
  seesWhole: boolean
}

export const ownerOf = (actor: Actor): KeyOwner => ({
  merchant_id: actor.scope.merchant ?? providerId,
  caller_id: actor.program ?? actor.id ?? nobody,
  seesWhole: seesWholeMerchant(actor),
})

/** A key as it was sent, and what it was sent with. */
export interface SentKey extends KeyOwner {
  key: string
  hash: Buffer
  /** The master key that seals the answer, when it holds a secret. */
  sealedBy: string | undefined
}

/** The key of a request; undefined without one. */
export function sentKey(request: FastifyRequest, owner: KeyOwner, sealedBy: string | undefined): SentKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Refusal('invalid_request', { 'headers.idempotency-key': 'invalid_value' })
  return { ...owner, key, hash: requestHash(request.method, request.url, request.body ?? {}), sealedBy }
}

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
  response_body: string
  in_use: boolean
}

interface Kept {
  response_status: number | null
  response_sealed: Buffer | null
}

/**
 * The answer that an earlier request with this key got. Undefined: the key was free, and is ours until the transaction
 * ends. It runs in the transaction of the effect. Of two requests at once the second is told to come back, or meets the
 * first one's answer when it keeps its own (`wasKeptMeanwhile`).
 */
export async function earlierAnswer(trx: Trx, sent: SentKey): Promise<Answer | undefined> {
  const { merchant_id, caller_id, key } = sent
  const { rows } = await sql<Locked & Kept & (KeptAnswer | Record<keyof KeptAnswer, null>)>`
    with key as materialized (
      select pg_try_advisory_xact_lock(hashtextextended(${`${merchant_id}/${caller_id}/${key}`}, 0)) as locked)
    select key.locked, kept.caller_id, kept.request_hash, kept.response_status, kept.response_body, kept.response_sealed,
      coalesce(kept.in_use_until > now(), false) as in_use
    from key left join idempotency_key kept
      on kept.merchant_id = ${merchant_id} and kept.key = ${key} and kept.caller_id = any(${[caller_id, nobody]}::uuid[])
    order by kept.caller_id desc limit 1`.execute(trx)
  const [row] = rows
  if (!row?.locked) throw new Refusal('idempotency_key_in_use')
  if (row.caller_id === null) return undefined
  // The unknown caller may have seen more than this actor, who sees only a part of the merchant.
  const mayBeForeign = row.caller_id === nobody && !sent.seesWhole
  if (mayBeForeign || !row.request_hash.equals(sent.hash)) throw new Refusal('idempotency_key_reused')
  if (row.in_use) throw new Refusal('idempotency_key_in_use')
  // The process died at work. What runs without a transaction around it does nothing twice, or nothing that matters.
  if (row.response_status === null) return undefined
  return {
    status: row.response_status,
    body: row.response_sealed ? opened(sent, row.response_sealed) : row.response_body,
  }
}

/** Keeps the answer in the transaction of the effect. `awaited`: a better answer may follow within seconds. */
export async function keepAnswer(trx: Trx, sent: SentKey, answer: Answer, awaited: boolean): Promise<void> {
  await trx
    .insertInto('idempotency_key')
    .values({
      ...named(sent),
      request_hash: sent.hash,
      ...columnsOf(sent, answer),
      in_use_until: awaited ? secondsFromNow(inUse_s) : null,
    })
    .execute()
}

/** True: another request with the same key was committed between the two statements that would have shown it. */
export const wasKeptMeanwhile = (error: unknown): boolean => violatedConstraint(error) === 'idempotency_key_pkey'

/**
 * Takes the key for a request that begins its work once this is committed. Gives until when, which tells its claim from a later
 * one.
 */
export async function claimKey(trx: Trx, sent: SentKey): Promise<string> {
  const in_use_until = sql<string>`date_trunc('milliseconds', ${secondsFromNow(atWork_s)})`
  const claimed = await trx
    .insertInto('idempotency_key')
    .values({ ...named(sent), request_hash: sent.hash, response_status: null, response_body: '', in_use_until })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'key', 'caller_id'])
        .doUpdateSet({ in_use_until })
        // Otherwise another request took the key, or was answered, between the look and this statement.
        .where('idempotency_key.response_status', 'is', null)
        .where('idempotency_key.in_use_until', '<=', sql<string>`now()`),
    )
    .returning('in_use_until')
    .executeTakeFirst()
  if (!claimed?.in_use_until) throw new Refusal('idempotency_key_in_use')
  return claimed.in_use_until
}

/** Gives a claimed key back, so that a repetition is carried out. */
export async function freeKey(trx: Trx, sent: SentKey, claim: string): Promise<void> {
  const { merchant_id, caller_id, key } = named(sent)
  await trx
    .deleteFrom('idempotency_key')
    .where('merchant_id', '=', merchant_id)
    .where('caller_id', '=', caller_id)
    .where('key', '=', key)
    .where('response_status', 'is', null)
    .where('in_use_until', '=', claim)
    .execute()
}

/**
 * Replaces the kept answer by the one that is sent, once its outcome is known. With a claim: not where another request has taken
 * the key since.
 */
export async function settleAnswer(trx: Trx, sent: SentKey, answer: Answer, claim?: string): Promise<void> {
  const { merchant_id, caller_id, key } = named(sent)
  await trx
    .updateTable('idempotency_key')
    .set({ ...columnsOf(sent, answer), in_use_until: null })
    .where('merchant_id', '=', merchant_id)
    .where('caller_id', '=', caller_id)
    .where('key', '=', key)
    .$if(claim !== undefined, (query) => query.where('in_use_until', '=', claim ?? null))
    .execute()
}

const named = ({ merchant_id, caller_id, key }: SentKey) => ({ merchant_id, caller_id, key })

const secondsFromNow = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

const columnsOf = (sent: SentKey, { status, body }: Answer) => ({
  response_status: status,
  ...(sent.sealedBy === undefined
    ? { response_body: body }
    : { response_body: '', response_sealed: sealBytes(sent.sealedBy, placeOf(sent), Buffer.from(body)) }),
})

/**
 * A program of a version that does not know sealed answers leaves them behind when it rotates the master key. The request was
 * carried out, so it is not again: the key is used up.
 */
function opened(sent: SentKey, sealed: Buffer): string {
  if (sent.sealedBy === undefined) throw new Error('a sealed answer of an endpoint without secrets')
  try {
    return openBytes(sent.sealedBy, placeOf(sent), sealed).toString()
  } catch {
    throw new Refusal('idempotency_key_reused', { answer: 'not_kept' })
  }
}

/** `sealed-columns.ts` says the same in SQL. */
const placeOf = ({ merchant_id, caller_id, key }: SentKey) => ({
  merchant: merchant_id,
  record: `idempotency_key/${caller_id}/${key}`,
})
