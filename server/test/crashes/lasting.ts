import pg from 'pg'
import { buildSandbox } from '../../../sandbox/src/app.ts'
import { readSettings as readSandboxSettings } from '../../../sandbox/src/settings.ts'
import { createDatabase } from '../../../sandbox/test/database.ts'
import { openDatabases } from '../../src/platform/db/database.ts'
import { createTestDatabase } from '../database.ts'
import { credential, quickSandbox } from '../harness.ts'
import { makers } from '../make.ts'

/** A server that is killed takes up its work soon, and waits shortly. */
export const quickServer = {
  KONTOR_OUTBOX_LEASE_MS: '1000',
  KONTOR_OUTBOX_POLL_MS: '50',
  KONTOR_GATEWAY_TIMEOUT_MS: '400',
}

export type Lasting = Awaited<ReturnType<typeof openLasting>>

/** What lasts while servers are killed: our database, and the sandbox with its books. */
export async function openLasting() {
  const database = await createTestDatabase()
  const databases = openDatabases(database, () => {})
  const store = await createDatabase()
  const books = new pg.Client(store.url)
  await books.connect()
  const sandbox = await buildSandbox(readSandboxSettings({ ...quickSandbox, SANDBOX_DATABASE_URL: store.url }))
  const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...{ database, databases, sandboxUrl },
    /** The sandbox's own store. */
    books,
    storeUrl: store.url,
    /** Makers whose processors are at an address, which leads to the sandbox. */
    makersAt: (processorUrl: string) => makers(databases, { masterKey: database.masterKey, processorUrl, credential }),
    async close() {
      await sandbox.close()
      await books.end()
      await databases.close()
      await Promise.all([database.drop(), store.drop()])
    },
  }
}
