import pg from 'pg'
import type { Databases } from './db/database.ts'
import { RoleClient } from './db/role-client.ts'
import { type Applied, type Does, mismatchOf, mismatchText } from './schema-version.ts'

/** One word without detail, because strangers may read it too. */
export type Trouble = 'database' | 'sign_in' | 'schema' | 'key'

export interface HealthCheck {
  pools: Pick<Databases['pools'], 'merchant' | 'provider'>
  /** The fingerprints of the master keys that this process knows. */
  fingerprints: readonly Buffer[]
  /** The migrations that this code has, in their order. */
  migrations: readonly string[]
  /** What this process is there for. */
  does?: Does | undefined
  /** Called when a trouble begins, and with undefined when it is over. */
  onChange: (trouble: Trouble | undefined, error?: unknown) => void
}

const kept_ms = 1_000
const patience_ms = { connectionTimeoutMillis: 1_500, query_timeout: 1_000 }

/**
 * Checks that this process can work with its database: the roles may sign in, this code can work with the tables, and the key
 * is the database's. It opens connections for the check, because open ones prove nothing about signing in and may all
 * be busy.
 */
export function healthCheck(options: HealthCheck): () => Promise<Trouble | undefined> {
  let last: Promise<Trouble | undefined> | undefined
  let standing: Trouble | undefined
  const look = async () => {
    const { trouble, error } = await check(options)
    if (trouble !== standing) options.onChange(trouble, error)
    standing = trouble
    setTimeout(() => {
      last = undefined
    }, kept_ms).unref()
    return trouble
  }
  return () => {
    last ??= look()
    return last
  }
}

async function check({
  pools,
  fingerprints,
  migrations,
  does,
}: HealthCheck): Promise<{ trouble?: Trouble; error?: unknown }> {
  try {
    const [[known], [merchant]] = await Promise.all([
      ask<{ key: Buffer | null; next: Buffer | null; applied: Applied[]; zone: string }>(pools.provider, state),
      ask<{ zone: string }>(pools.merchant, `select ${zone}`),
    ])
    const mismatch = mismatchOf(migrations, known?.applied ?? [], does)
    if (mismatch) return { trouble: 'schema', error: new Error(mismatchText(mismatch)) }
    // Days and amounts of days would be those of another zone.
    for (const each of [known, merchant])
      if (each?.zone !== 'UTC') return { trouble: 'schema', error: new Error(zoneText(each?.zone)) }
    // While another key comes, values are sealed by either: who knows one alone cannot open all of them.
    const knows = (key: Buffer) => fingerprints.some((each) => each.equals(key))
    return known?.key && knows(known.key) && (!known.next || knows(known.next)) ? {} : { trouble: 'key' }
  } catch (error) {
    return { trouble: troubleOf(error), error }
  }
}

const zone = `current_setting('timezone') as zone`

const zoneText = (found = '') =>
  `The roles of the application must have the time zone UTC, and one has ${found}: run "kontor migrate" of this version.`

const state = `select ${zone}, key_fingerprint as key, next_key_fingerprint as next, (select json_agg(json_build_object('name', name, 'compatible_with', compatible_with,
  'works_from', to_jsonb(migration) ->> 'works_from')
  order by name collate "C") from migration) as applied from installation`

async function ask<T extends pg.QueryResultRow>(pool: pg.Pool, question: string): Promise<T[]> {
  const client = new RoleClient({ ...pool.options, ...patience_ms })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<T>(question)).rows
  } finally {
    // The result does not wait for the connection to close.
    void client.end().catch(() => {})
  }
}

/**
 * The kind of trouble behind an error. `sign_in`: the role may not sign in. `schema`: a table, a column or a right is
 * missing. `database`: any other error.
 */
function troubleOf(error: unknown): Trouble {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (code.startsWith('28')) return 'sign_in'
  return ['42P01', '42703', '42501'].includes(code) ? 'schema' : 'database'
}
