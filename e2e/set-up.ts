// Before the browser tests: the whole stack with a small demo, on free ports, in a folder that is thrown away.
import { rmSync } from 'node:fs'
import { dropDatabase, withDatabase } from '../tools/databases.ts'
import { startStack } from '../tools/stack.ts'
import { makeTestFolder } from '../tools/test-folder.ts'

const transactions = 2000
/** A chargeback comes and is decided sooner than in the demo: nobody reads meanwhile. */
const soon = { SANDBOX_SETTLE_AFTER_MS: '4000', SANDBOX_CHARGEBACK_AFTER_MS: '1000', SANDBOX_DISPUTE_FOR_MS: '8000' }

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await makeTestFolder()
  Object.assign(process.env, soon)
  const own = process.env.DATABASE_URL
  const databaseUrl = own && withDatabase(own, 'kontor_e2e')
  const stack = await startStack({
    dataDir: folder,
    databaseUrl,
    port: Number(process.env.KONTOR_E2E_PORT),
    demo: { transactions },
    reload: true,
    fast: true,
  })
  process.env.KONTOR_E2E_SANDBOX_URL = stack.sandboxUrl
  process.env.KONTOR_E2E_DATABASE_URL = stack.adminUrl
  return async () => {
    await stack.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
    rmSync(folder, { recursive: true, force: true })
  }
}
