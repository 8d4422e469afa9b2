import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, type RefusalCode } from '@kontor/contract/refusal'
import type pg from 'pg'
import type { Actor } from './db/actor.ts'

/** The number of exports at once unless a setting says otherwise. */
export const exportsAtOnce = 4
export const backtestsAtOnce = 2

/** Work that takes long, and that nothing else may wait for. */
interface Kind {
  readonly name: 'export' | 'backtest'
  /** How much of it one person or API key may have under way. */
  readonly ownAtOnce: number
  readonly refusal: RefusalCode
  /** The advice to a program when to come back; the real duration of what is running is unknown. */
  readonly retryAfter_s: number
}

export const exporting: Kind = { name: 'export', ownAtOnce: 2, refusal: 'too_many_exports', retryAfter_s: 30 }
export const backtesting: Kind = { name: 'backtest', ownAtOnce: 1, refusal: 'too_many_backtests', retryAfter_s: 10 }

/**
 * Milliseconds between two checks of the database that a statement's reader is still there; `farewell_ms` is the limit
 * for noticing that it left.
 */
const look_ms = 250
const farewell_ms = 1_500
const pause_ms = 50

const everybody = 'all'

/** A connection with an open transaction, for one file or back-test. */
export interface LimitedConnection {
  readonly client: pg.PoolClient
  /** Gives the connection back. When its statement may still be running (`isDone` false), the connection is closed. */
  readonly end: (isDone: boolean) => void
}

interface Limit {
  readonly whose: 'own' | 'merchant' | 'all'
  readonly key: string
  readonly at_once: number
}

/**
 * Connections for one kind of long work only, because a slow reader keeps one as long as the file takes. What is over the
 * limit is refused at once. This process counts its own; the database counts those of all processes by locks that end
 * with the transaction.
 */
export class LimitedConnections {
  readonly #underWay = new Map<string, number>()
  readonly #pools: { readonly merchant: pg.Pool; readonly provider: pg.Pool }
  readonly #atOnce: number
  readonly #kind: Kind

  constructor(kind: Kind, pools: { readonly merchant: pg.Pool; readonly provider: pg.Pool }, atOnce: number) {
    this.#kind = kind
    this.#pools = pools
    this.#atOnce = atOnce
  }

  async begin(actor: Actor, as?: 'provider'): Promise<LimitedConnection> {
    const limits = this.#limitsOf(actor)
    const leave = this.#enter(limits)
    try {
      const pool = actor.scope.merchant === null || as === 'provider' ? this.#pools.provider : this.#pools.merchant
      return await this.#connect(actor, limits, pool, leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  /** How much is under way in this process. */
  running = (): number => this.#underWay.get(everybody) ?? 0

  async close(): Promise<void> {
    await Promise.all([this.#pools.merchant.end(), this.#pools.provider.end()])
  }

  /**
   * The widest limit comes last: what is refused has then not kept others from it. One merchant never gets all places.
   */
  #limitsOf({ kind, id, psp, scope }: Actor): Limit[] {
    const all = this.#atOnce
    const own: Limit = { whose: 'own', key: `${kind} ${id}`, at_once: Math.min(this.#kind.ownAtOnce, all) }
    const ofAll: Limit = { whose: 'all', key: everybody, at_once: all }
    if (psp || scope.merchant === null) return [own, ofAll]
    return [own, { whose: 'merchant', key: `merchant ${scope.merchant}`, at_once: Math.max(1, all - 1) }, ofAll]
  }

  /** Counts the work in this process, without asking the database. Gives a function that takes it back, once. */
  #enter(limits: readonly Limit[]): () => void {
    const count = ({ key }: Limit) => this.#underWay.get(key) ?? 0
    for (const limit of limits) if (count(limit) >= limit.at_once) throw tooMany(this.#kind, limit)
    for (const limit of limits) this.#underWay.set(limit.key, count(limit) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      for (const limit of limits) {
        const left = count(limit) - 1
        if (left > 0) this.#underWay.set(limit.key, left)
        else this.#underWay.delete(limit.key)
      }
    }
  }

  async #connect(actor: Actor, limits: readonly Limit[], pool: pg.Pool, leave: () => void): Promise<LimitedConnection> {
    // Each pool has as many connections as may be used, so nobody waits longer than the end of a transaction takes.
    const client = await pool.connect()
    const end = (isDone: boolean) => {
      leave()
      if (!isDone) return client.release(true)
      client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
    }
    try {
      await beginTransaction(client, actor)
      for (const limit of limits) await takePlace(client, this.#kind, limit)
      return { client, end }
    } catch (error) {
      end(error instanceof Refusal)
      throw error
    }
  }
}

/**
 * Begins the transaction. Days are days of the reader's zone. A large file may take longer than any other statement. The
 * database checks that the reader is still there; otherwise it would finish sorting for nobody.
 */
async function beginTransaction(client: pg.PoolClient, { scope, time_zone }: Actor): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(
    `select set_config('kontor.merchant', $1, true), set_config('timezone', $2, true),
      set_config('statement_timeout', '0', true), set_config('client_connection_check_interval', $3, true)`,
    [scope.merchant ?? '', time_zone, String(look_ms)],
  )
}

/**
 * Takes one of the places of a limit. It tries for a while, because abandoned work may free its place in a moment.
 */
async function takePlace(client: pg.PoolClient, kind: Kind, limit: Limit): Promise<void> {
  const end = Date.now() + farewell_ms
  for (;;) {
    for (let place = 1; place <= limit.at_once; place += 1) if (await isFree(client, kind, limit.key, place)) return
    if (Date.now() > end) throw tooMany(kind, limit)
    await sleep(pause_ms)
  }
}

async function isFree(client: pg.PoolClient, { name }: Kind, key: string, place: number): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
    [`kontor.${name} ${key} ${place}`],
  )
  return rows[0]?.mine === true
}

const tooMany = ({ refusal, retryAfter_s }: Kind, { whose, at_once }: Limit): Refusal =>
  new Refusal(refusal, { whose, at_once, retry_after: retryAfter_s })
