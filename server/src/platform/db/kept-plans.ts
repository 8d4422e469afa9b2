import { createHash } from 'node:crypto'
import {
  type Expression,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely'
import type pg from 'pg'
import { measure } from '../measuring.ts'

const mark = '/* kept */'
const fixedMark = '/* fixed */'
const firstMark = '/* first */'
const firstOfRepeatedMark = '/* first of repeated */'
/** The limits are small because a plan over all partitions takes up to a megabyte, on every connection. */
const mostPerConnection = { kept: 16, fixed: 64 }

/**
 * A mark at the beginning of a statement: each connection parses the statement once; `plans: 'generic'` also plans it
 * once.
 */
export const kept: RawBuilder<unknown> = sql.raw(mark)

/** The same for a statement whose text is always the same. Statements of lists cannot take its place. */
export const fixed: RawBuilder<unknown> = sql.raw(fixedMark)

/**
 * Whether there is any such row. Asked before a statement that is planned for milliseconds, each second of every day. `from` is the
 * query from its `from` on; its text is always the same.
 */
export async function isAny(db: QueryExecutorProvider, from: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`${fixed} select ${from} limit 1`.execute(db)
  return rows.length > 0
}

/** A query with that mark. */
export const asFixed = <Row>(query: Expression<Row>): RawBuilder<Row> => sql<Row>`${fixed}${query}`

/**
 * A mark at the beginning of the first statement of a transaction: it is sent in one message with the `begin`. Such a message
 * has no parameters, so the values are written as literals. The statement gives no rows.
 */
export const first: RawBuilder<unknown> = sql.raw(firstMark)

/** The same; each further statement of the transaction is sent as if it had the mark `fixed`. */
export const firstOfRepeated: RawBuilder<unknown> = sql.raw(firstOfRepeatedMark)

/**
 * The pool for Kysely, with marked statements sent by name where `keeping` says so of a connection. Planning a list over two years of partitions takes five
 * times as long as reading its page.
 */
export function keepingPlans(
  pool: pg.Pool,
  { name, keeping }: { name: string; keeping: (client: pg.PoolClient) => Promise<boolean> },
): PostgresPool {
  // Kysely recognises a connection by its object identity, so each client has one wrapper.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async () => {
    const asked = performance.now()
    const client = await pool.connect()
    measure('connection_taken', { pool: name, ms: performance.now() - asked })
    const wrapped = known.get(client) ?? measured(name, keepingClient(client, await isKeeping(client)))
    known.set(client, wrapped)
    return wrapped
  }
  const isKeeping = (client: pg.PoolClient) =>
    keeping(client).catch((error: unknown) => {
      client.release(true)
      throw error
    })
  return { options: pool.options, connect, end: () => pool.end() }
}

/** Measures the transactions and the failures of a connection. */
function measured(pool: string, client: PostgresPoolClient): PostgresPoolClient {
  let begun = 0
  const failed = (error: unknown): never => {
    measure('statement_failed', { pool, code: String((error as { code?: unknown }).code ?? 'unknown') })
    throw error
  }
  const query = (text: string | pg.Submittable, values?: unknown[]) => {
    if (text === 'begin') begun = performance.now()
    if (text === 'commit' || text === 'rollback')
      measure('transaction_ended', { pool, isCommitted: text === 'commit', ms: performance.now() - begun })
    const sent = client.query(text as string, values as unknown[])
    // A cursor is no promise.
    return typeof text === 'string' ? sent.catch(failed) : sent
  }
  return { ...client, query: query as unknown as PostgresPoolClient['query'] }
}

function keepingClient(client: pg.PoolClient, isKeeping: boolean): PostgresPoolClient {
  const names = { kept: new Map<string, string>(), fixed: new Map<string, string>() }
  let isRepeated = false
  const kindOf = (text: string, values: readonly unknown[]) => {
    if (text.startsWith(fixedMark) || (isRepeated && values.length > 0)) return 'fixed'
    return text.startsWith(mark) ? 'kept' : undefined
  }
  const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
    if (!isKeeping) return undefined
    const kind = kindOf(text, values)
    if (kind === undefined) return undefined
    const known = names[kind]
    if (!known.has(text) && known.size < mostPerConnection[kind]) known.set(text, nameFor(text))
    return known.get(text)
  }
  const send = (text: string | pg.Submittable, values: unknown[]) => {
    if (typeof text !== 'string') return client.query(text)
    const name = nameOf(text, values)
    return name ? client.query({ name, text, values }) : client.query(text, values)
  }
  let isBeginning = false
  const query = (text: string | pg.Submittable, values: unknown[] = []) => {
    if (text === 'begin') {
      isBeginning = true
      isRepeated = false
      return Promise.resolve(nothing)
    }
    if (text === 'commit' || text === 'rollback') isRepeated = false
    if (!isBeginning) return send(text, values)
    isBeginning = false
    const isFirst = (of: string) => typeof text === 'string' && text.startsWith(of)
    isRepeated = isFirst(firstOfRepeatedMark)
    if (typeof text === 'string' && (isRepeated || isFirst(firstMark)))
      return client.query(`begin; ${withLiterals(client, text, values)}`).then(() => nothing)
    // No transaction begins with a cursor, the one thing for which `send` gives no promise.
    return client.query('begin').then(() => send(text, values) as Promise<pg.QueryResult>)
  }
  return {
    // Kysely's type has two overloads, a text with values or a cursor, and an arrow function cannot declare overloads.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

const nothing = { command: 'SELECT', rowCount: 0, rows: [] }

const withLiterals = (client: pg.PoolClient, text: string, values: readonly unknown[]): string =>
  text.replace(/\$(\d+)/g, (_, place) => client.escapeLiteral(String(values[Number(place) - 1])))

const nameFor = (text: string): string => `kept_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
