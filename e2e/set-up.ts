// Before the browser tests: starts the whole stack with a small demo, on free ports, in a temporary folder.
import { mkdirSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMailServer } from '../server/test/mails/mail-server.ts'
import { dropDatabase, withDatabase } from '../tools/database/databases.ts'
import { startStack } from '../tools/run/stack.ts'
import { makeTestFolder } from '../tools/testing/test-folder.ts'
import { testMasterKey } from '../tools/testing/test-master-key.ts'

const transactions = 2000
/** Chargebacks arrive and are decided sooner than in the demo, where a person reads in between. */
const soon = { SANDBOX_SETTLE_AFTER_MS: '4000', SANDBOX_CHARGEBACK_AFTER_MS: '1000', SANDBOX_DISPUTE_FOR_MS: '8000' }

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await makeTestFolder()
  const post = await openPost(join(folder, 'mails'))
  Object.assign(process.env, soon, { SMTP_URL: `smtp://127.0.0.1:${post.port}` })
  const own = process.env.DATABASE_URL
  const databaseUrl = own && withDatabase(own, 'kontor_e2e')
  const stack = await startStack({
    dataDir: folder,
    databaseUrl,
    masterKey: testMasterKey,
    port: Number(process.env.KONTOR_E2E_PORT),
    demo: { transactions },
    reload: true,
    fast: true,
  })
  process.env.KONTOR_E2E_SANDBOX_URL = stack.sandboxUrl
  process.env.KONTOR_E2E_FIELDS_URL = stack.fieldsUrl
  process.env.KONTOR_E2E_DATABASE_URL = stack.adminUrl
  process.env.KONTOR_E2E_MASTER_KEY = stack.masterKey
  return async () => {
    await stack.stop()
    await post.close()
    if (databaseUrl) await dropDatabase(databaseUrl)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A mail server that writes each mail to a file, in order of arrival: the tests run in other processes. */
async function openPost(folder: string) {
  mkdirSync(folder)
  process.env.KONTOR_E2E_MAILS = folder
  let count = 0
  return openMailServer(async (mail) => {
    count += 1
    const file = join(folder, String(count).padStart(6, '0'))
    await writeFile(file, JSON.stringify(mail))
    // A rename makes the file appear complete or not at all.
    await rename(file, `${file}.json`)
  })
}
