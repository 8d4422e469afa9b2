import pg from 'pg'

/** The same server and account with another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Creates the database of `url` when the server does not have it. */
export async function ensureDatabase(url: string): Promise<void> {
  const name = databaseName(url)
  await onServer(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
}

export async function dropDatabase(url: string): Promise<void> {
  await onServer(url, (client) =>
    client.query(`drop database if exists ${client.escapeIdentifier(databaseName(url))} with (force)`),
  )
}

export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres'
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
