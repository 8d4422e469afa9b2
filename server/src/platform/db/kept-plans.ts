import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

const mark = '/* kept */'
const firstMark = '/* first */'
/** The limit is small because a plan over all partitions takes more than a megabyte, on every connection. */
const mostPerConnection = 16

/**
 * A mark at the beginning of a statement: each connection parses the statement once; `plans: 'generic'` also plans it
 * once.
 */
export const kept: RawBuilder<unknown> = sql.raw(mark)

/**
 * A mark at the beginning of the first statement of a transaction: it is sent in one message with the `begin`. Such a message
 * has no parameters, so the values are written as literals. The statement gives no rows.
 */
export const first: RawBuilder<unknown> = sql.raw(firstMark)

/**
 * The pool for Kysely, with marked statements sent by name. Planning a list over two years of partitions takes five
 * times as long as reading its page.
 */
export function keepingPlans(pool: pg.Pool): PostgresPool {
  // Kysely recognises a connection by its object identity, so each client has one wrapper.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async () => {
    const client = await pool.connect()
    const keeping = known.get(client) ?? keepingClient(client)
    known.set(client, keeping)
    return keeping
  }
  return { options: pool.options, connect, end: () => pool.end() }
}

function keepingClient(client: pg.PoolClient): PostgresPoolClient {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    if (!text.startsWith(mark)) return undefined
    if (!names.has(text) && names.size < mostPerConnection) names.set(text, nameFor(text))
    return names.get(text)
  }
  const send = (text: string | pg.Submittable, values: unknown[]) => {
    if (typeof text !== 'string') return client.query(text)
    const name = nameOf(text)
    return name ? client.query({ name, text, values }) : client.query(text, values)
  }
  let isBeginning = false
  const query = (text: string | pg.Submittable, values: unknown[] = []) => {
    if (text === 'begin') {
      isBeginning = true
      return Promise.resolve(nothing)
    }
    if (!isBeginning) return send(text, values)
    isBeginning = false
    if (typeof text === 'string' && text.startsWith(firstMark))
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
