import { Socket } from 'node:net'
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { DB } from '../../schema.ts'
import type { Slots } from '../jobs/slots.ts'
import { backtesting, backtestsAtOnce, exporting, exportsAtOnce, LimitedConnections } from '../limited-connections.ts'
import type { Actor } from './actor.ts'
import { providerId } from './ids.ts'
import { openShares } from './in-share.ts'
import { first, firstOfRepeated, keepingPlans } from './kept-plans.ts'
import { LendingSocket } from './lending-socket.ts'
import { keepsStatements, untilKnown } from './poolers.ts'
import { RoleClient } from './role-client.ts'

export type Trx = KyselyTransaction<DB>
/** For reading: a pool or a transaction. */
export type Reader = Kysely<DB>

export interface Databases {
  /** Row-level security limits this role to the merchant that the transaction names. */
  readonly merchant: Kysely<DB>
  /** The role for the provider's staff, signing in, and the workers. */
  readonly provider: Kysely<DB>
  /** The connections under the query builder, for statements that it cannot express (`copy`). */
  readonly pools: { readonly merchant: pg.Pool; readonly provider: pg.Pool } & Readonly<Record<string, pg.Pool>>
  /** How requests share the pools of both roles. */
  readonly shares: { readonly merchant: Slots; readonly provider: Slots }
  /** For the orders to processors. They have connections of their own where the settings give them some. */
  readonly payments: { readonly merchant: Kysely<DB>; readonly provider: Kysely<DB> }
  /** Exports have connections of their own, so that nothing else waits for a slow reader of a file. */
  readonly exports: LimitedConnections
  /** So have back-tests, which read many payments. */
  readonly backtests: LimitedConnections
  close(): Promise<void>
}

const int8 = 20
const timestamptz = 1184
const date = 1082

/**
 * Values as they travel in JSON: big integers as numbers (exact, or an error), instants as ISO 8601 in UTC, dates as
 * text.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') => {
    if (oid === int8) return safeInteger
    if (oid === timestamptz) return isoInstant
    if (oid === date) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JSON number`)
  return value
}

/** Reads PostgreSQL's UTC form, `2026-10-01 12:00:00.123+00`. Date is slower and is used only where it is needed. */
function isoInstant(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

export interface Addresses {
  /** Signs in as kontor_merchant, which row-level security limits to one merchant at a time. */
  merchantUrl: string
  /** Signs in as kontor_provider, which sees every merchant. */
  providerUrl: string
}

export interface PoolSizes {
  merchant: number
  provider: number
  /** The most exports at the same time, over all processes. */
  exports: number
  /** Connections of each role for the orders to processors alone; 0: they share those above. */
  payments: number
  /** False: no statement is kept on its connection. `auto`: unless a pooler between here and the server would lose it. */
  keptPlans: boolean | 'auto'
}

const usualSizes: PoolSizes = {
  merchant: 12,
  provider: 8,
  exports: exportsAtOnce,
  payments: 0,
  keptPlans: 'auto',
}

export function openDatabases(
  { merchantUrl, providerUrl }: Addresses,
  onError: (error: Error) => void,
  given: Partial<PoolSizes> = {},
): Databases {
  const sizes = { ...usualSizes, ...given }
  const pools = {
    merchant: openPool(merchantUrl, sizes.merchant, onError),
    provider: openPool(providerUrl, sizes.provider, onError),
  }
  const poolsOf = (size: number, more?: pg.PoolConfig) => ({
    merchant: openPool(merchantUrl, size, onError, more),
    provider: openPool(providerUrl, size, onError, more),
  })
  const exports = new LimitedConnections(exporting, poolsOf(sizes.exports, { stream }), sizes.exports)
  const backtests = new LimitedConnections(backtesting, poolsOf(backtestsAtOnce), backtestsAtOnce)
  const keeping = sizes.keptPlans === 'auto' ? untilKnown(keepsStatements) : async () => sizes.keptPlans === true
  const open = (pool: pg.Pool, name: string): Kysely<DB> =>
    new Kysely<DB>({ dialect: new PostgresDialect({ pool: keepingPlans(pool, { name, keeping }), cursor: Cursor }) })
  const merchant = open(pools.merchant, 'merchant')
  const provider = open(pools.provider, 'provider')
  const own = sizes.payments > 0 ? poolsOf(sizes.payments) : undefined
  const payments = own
    ? { merchant: open(own.merchant, 'payments'), provider: open(own.provider, 'payments_provider') }
    : { merchant, provider }
  return {
    merchant,
    provider,
    pools: { ...pools, ...(own ? { payments: own.merchant, payments_provider: own.provider } : {}) },
    payments,
    shares: { merchant: openShares(sizes.merchant), provider: openShares(sizes.provider) },
    exports,
    backtests,
    close: async () => {
      const databases = new Set([merchant, provider, payments.merchant, payments.provider])
      await Promise.all([...[...databases].map((each) => each.destroy()), exports.close(), backtests.close()])
    },
  }
}

/** A connection that is encrypted reads what it decrypted, and has buffers of its own for it. */
const socketOf = ({ ssl }: pg.PoolConfig): Socket => (ssl ? new Socket() : new LendingSocket())
// The driver passes the settings of the connection, which its type leaves out.
const stream = socketOf as () => Socket

/** The time zone and the time limits of a connection are settings of its role, because a pooler refuses or loses those of a client. */
function openPool(url: string, max: number, onError: (error: Error) => void, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...more,
    connectionString: url,
    Client: RoleClient,
    max,
    types,
    connectionTimeoutMillis: 30_000,
    // A new connection plans everything anew, which costs as much as some twenty payments.
    idleTimeoutMillis: 1_800_000,
    // A network between this process and the database may forget connections on which nothing is sent for minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  })
  // Without a listener a restart of the database would end this process.
  pool.on('error', onError)
  // The pool listens only to idle connections; one that breaks during a transaction would end the process as well.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/**
 * `generic`: kept statements (kept-plans.ts) are planned once for all values. Only for statements with one good plan.
 * `repeated`: so is every statement, with those of triggers and foreign keys. Only for work that repeats the same statements by
 * whole keys all day, as payments do (docs/adr/0077).
 */
export type Plans = 'auto' | 'generic' | 'repeated'
const planCacheMode = { auto: 'auto', generic: 'force_generic_plan', repeated: 'force_generic_plan' } as const

export interface Doing {
  command: string
  from: string
  /** The item of the command's address, and the version of it whose values the command puts back (docs/adr/0111). */
  item?: string
  restored_from?: number
}

export interface TransactionOptions {
  plans?: Plans
  /** Use the provider's role even when the actor's scope is one merchant, for tables that only that role reads. */
  as?: 'provider' | undefined
  /** The command that is run and the address it came from, for the trail of changes (docs/adr/0055). */
  doing?: Doing
  /** The call in the trail that causes what is sent because of this transaction (docs/adr/0118). */
  cause?: string | null | undefined
  /** A command: its route, which stays on record until the item of its call is written. */
  intent?: string | undefined
}

/**
 * Runs one transaction for the actor: under row-level security when the actor's scope is one merchant, in the
 * provider's role when it is every merchant. The settings end with the transaction, so a pooled connection keeps none
 * of them.
 */
export function inTransaction<T>(
  databases: Databases,
  actor: Actor,
  work: (trx: Trx) => Promise<T>,
  { plans = 'auto', as, doing, cause, intent }: TransactionOptions = {},
): Promise<T> {
  const { merchant } = actor.scope
  const db = merchant === null || as === 'provider' ? databases.provider : databases.merchant
  return db.transaction().execute(async (trx) => {
    const who = JSON.stringify({ kind: actor.kind, id: actor.id, name: actor.name })
    const kept = cause && intent ? intentOf(actor, cause, intent, doing?.from) : sql``
    await sql`${plans === 'repeated' ? firstOfRepeated : first} select set_config('kontor.merchant', ${merchant ?? ''}, true), set_config('kontor.actor', ${who}, true),
      set_config('kontor.doing', ${doing ? JSON.stringify(doing) : ''}, true),
      set_config('kontor.cause', ${cause ?? ''}, true), set_config('plan_cache_mode', ${planCacheMode[plans]}, true)${kept}`.execute(
      trx,
    )
    return work(trx)
  })
}

/** Sent in the same message as the settings. A command may run again, and reads its outcome in another transaction. */
const intentOf = (
  { kind, id, name, psp, scope }: Actor,
  cause: string,
  route: string,
  from = '',
): RawBuilder<unknown> =>
  sql`; insert into audit_trail_intent (merchant_id, id, organisation_id, route, authentication, actor_id, actor_name, psp, origin)
    values (${scope.merchant ?? providerId}::uuid, ${cause}::uuid, nullif(${(scope.merchant !== null && scope.below[0]) || (scope.merchant ?? '')}, '')::uuid, ${route},
      ${kind === 'api_key' ? 'api' : 'jwt'}, nullif(${id ?? ''}, '')::uuid, ${name}, ${psp}::boolean, ${from}) on conflict do nothing`

/** Records the rest of this transaction under the name of this actor. */
export async function actAs(trx: Trx, { kind, id, name }: Pick<Actor, 'kind' | 'id' | 'name'>): Promise<void> {
  await sql`select set_config('kontor.actor', ${JSON.stringify({ kind, id, name })}, true)`.execute(trx)
}

/** The constraint that refused a write; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  return error.code?.startsWith('23') ? (error.constraint ?? '') : undefined
}

/** True for a write that refers to a row which does not exist, or no longer as it was. */
export const refersToNothing = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23503'

/** True when the database ended a transaction because it and another one waited for each other: it may run again as a whole. */
export const isDeadlocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'

/** True for a statement that waited for a lock longer than its transaction allows. */
export const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'
