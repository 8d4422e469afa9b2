import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

const mark = '/* kept */'
/** A plan over all partitions is more than a megabyte, and every connection has its own. */
const mostPerConnection = 16

/** Put in front, has each connection parse the statement once; `plans: 'generic'` has it planned once as well. */
export const kept: RawBuilder<unknown> = sql.raw(mark)

/**
 * The pool as Kysely sees it, with marked statements sent by name. Planning a list over two years of partitions takes five
 * times as long as reading its page.
 */
export function keepingPlans(pool: pg.Pool): PostgresPool {
  // Kysely knows a connection by its object.
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
  const query = (text: string | pg.Submittable, values: unknown[] = []) => {
    if (typeof text !== 'string') return client.query(text)
    const name = nameOf(text)
    return name ? client.query({ name, text, values }) : client.query(text, values)
  }
  return {
    // Both forms of Kysely's type in one function, a text with its values or a cursor: it cannot be said of an arrow.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

const nameFor = (text: string): string => `kept_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
