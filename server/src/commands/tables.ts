import type pg from 'pg'
import { RoleClient } from '../platform/db/role-client.ts'
import type { Applied } from '../platform/schema-version.ts'

interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>>
}

/** The migrations that ran on a database; none on an empty one. */
export async function appliedMigrations(db: Queryable): Promise<Applied[]> {
  try {
    // The column is read through the row's JSON, because older tables do not have it.
    const { rows } = await db.query<Applied>(
      `select name, to_jsonb(migration) ->> 'compatible_with' as compatible_with, to_jsonb(migration) ->> 'works_from' as works_from
        from migration order by name collate "C"`,
    )
    return rows
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return []
    throw error
  }
}

/** Connects with a time limit, does the work, and closes the connection. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new RoleClient({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  // Without a listener a restart of the database would end this process; the next query reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
