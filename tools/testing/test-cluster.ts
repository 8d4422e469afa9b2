// Starts one real PostgreSQL before all tests, with a migrated database that they copy.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { dropDatabase, ensureDatabase, withDatabase } from '../database/databases.ts'
import { startPostgres } from '../database/embedded-postgres.ts'
import { root } from '../root.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { makeTestFolder } from './test-folder.ts'
import { testMasterKey as masterKey } from './test-master-key.ts'

/** Tests copy it by `create database x template kontor_template`. */
const templateName = 'kontor_template'

export default async function openTestCluster(): Promise<() => Promise<void>> {
  const { url, close } = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, close: async () => {} }
    : await embedded()
  try {
    const templateUrl = withDatabase(url, templateName)
    await dropDatabase(templateUrl)
    await ensureDatabase(templateUrl)
    const { migrate } = await import('../../server/src/migrate.ts')
    const { merchantUrl, providerUrl } = await migrate({ adminUrl: templateUrl, masterKey })
    Object.assign(process.env, {
      // Servers and commands that tests start read each other's compiled code: half of the processor time of a start.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      KONTOR_TEST_DATABASE_URL: url,
      KONTOR_TEST_MASTER_KEY: masterKey,
      KONTOR_TEST_MERCHANT_URL: merchantUrl,
      KONTOR_TEST_PROVIDER_URL: providerUrl,
    })
    if (!process.env.KONTOR_TEST_POOLED) return close
    const pooler = await poolerBefore(url, [merchantUrl, providerUrl])
    return async () => {
      await pooler()
      await close()
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Puts PgBouncer between the application's roles and the server, for every test (`npm run test:pooler`). */
async function poolerBefore(url: string, users: readonly string[]): Promise<() => Promise<void>> {
  const folder = await makeTestFolder()
  const pooler = await startPgBouncer({ folder: join(folder, 'pgbouncer'), url, users })
  process.env.KONTOR_TEST_POOLER_URL = pooler.through(url)
  return async () => {
    await pooler.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function embedded() {
  const folder = await makeTestFolder()
  const packageFolder = process.env.KONTOR_TEST_POSTGRES_PACKAGE
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fast: true, packageFolder })
  const close = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    if (!postgres.dataDir.startsWith(folder)) rmSync(postgres.dataDir, { recursive: true, force: true })
  }
  return { url: postgres.socketUrl ?? postgres.url, close }
}
