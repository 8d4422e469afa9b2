import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addresses, migrate } from '../src/migrate.ts'
import type { Addresses } from '../src/platform/db/database.ts'

export interface TestDatabase extends Addresses {
  /** The same past the pooler of `npm run test:pooler`, for tests of the connection itself. */
  direct: Addresses
  adminUrl: string
  masterKey: string
  drop(): Promise<void>
}

/** Copies the files of a database: to write its pages one by one, as PostgreSQL does by itself, takes three times as long. */
const copying = 'strategy file_copy'

/** The locks that somebody waits for in this database. Others of the cluster belong to tests that run beside. */
export const waitsHere = `select from pg_locks join pg_stat_activity using (pid)
  where not granted and datname = current_database()`

/** A database for one test file, copied from the runner's template when there is one. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { KONTOR_TEST_DATABASE_URL: cluster, KONTOR_TEST_MASTER_KEY: masterKey } = process.env
  if (!cluster || !masterKey) throw new Error('KONTOR_TEST_DATABASE_URL is not set: run the tests by npm test')
  const name = `kontor_test_${randomBytes(6).toString('hex')}`
  const [template] = await run(cluster, "select from pg_database where datname = 'kontor_template'")
  await run(cluster, `create database ${name} ${template ? 'template kontor_template' : ''} ${copying}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  const adminUrl = url.href
  const direct = template ? addresses(adminUrl, masterKey) : await migrate({ adminUrl, masterKey })
  return {
    ...pooled(direct),
    direct,
    adminUrl,
    masterKey,
    drop: async () => void (await run(cluster, `drop database if exists ${name} with (force)`)),
  }
}

const pooler = process.env['KONTOR_TEST_POOLER_URL']

/** The test runs by `npm run test:pooler`. */
export const isPooled = pooler !== undefined

/** Through the pooler, where there is one. The owner of the database always goes past it. */
function pooled({ merchantUrl, providerUrl }: Addresses): Addresses {
  if (!pooler) return { merchantUrl, providerUrl }
  const [merchant, provider] = [merchantUrl, providerUrl].map((url) => {
    const to = new URL(url)
    to.searchParams.delete('host')
    to.host = new URL(pooler).host
    return to.href
  })
  return { merchantUrl: merchant ?? '', providerUrl: provider ?? '' }
}

async function run(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
