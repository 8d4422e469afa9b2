import pg from 'pg'
import { buildSandbox } from '../../sandbox/src/app.ts'
import { readSettings } from '../../sandbox/src/settings.ts'
import { createDatabase } from '../../sandbox/test/database.ts'
import { type Databases, openDatabases } from '../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { connectAccount, credential, quickSandbox } from './harness.ts'
import { type MadeMerchant, type Make, makers } from './make.ts'

export interface Sandboxed {
  database: TestDatabase
  databases: Databases
  make: Make
  shop: MadeMerchant
  /** What the sandbox charged: the ids of our payments with their minor units, by id. */
  charged(): Promise<{ id: string; amount: number }[]>
  /** Has the sandbox tell its notifications to a server. */
  tell(serverUrl: string): Promise<void>
  close(): Promise<void>
}

/** A database with one merchant, and a sandbox that knows its account: for tests that start servers as processes of their own. */
export async function openSandboxed(): Promise<Sandboxed> {
  const [database, store] = await Promise.all([createTestDatabase(), createDatabase()])
  const databases = openDatabases(database, () => {})
  const sandbox = await buildSandbox(readSettings({ ...quickSandbox, SANDBOX_DATABASE_URL: store.url }))
  const processorUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  const make = makers(databases, { masterKey: database.masterKey, processorUrl, credential })
  const shop = await make.merchant()
  return {
    ...{ database, databases, make, shop },
    charged: () => chargedIn(store.url),
    tell: (serverUrl) => connectAccount(processorUrl, serverUrl, shop.merchant),
    async close() {
      await sandbox.close()
      await databases.close()
      await Promise.all([database.drop(), store.drop()])
    },
  }
}

async function chargedIn(url: string): Promise<{ id: string; amount: number }[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    `select reference as id, amount::float8 as amount from operation where kind = 'payment' and status <> 'FAILED' order by reference`,
  )
  await client.end()
  return rows
}
