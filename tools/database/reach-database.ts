import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { addresses, refuseUnlessOurs } from '../../server/src/migrate.ts'
import { inPlainWords } from '../../server/src/plain-words.ts'
import type { Addresses } from '../../server/src/platform/db/database.ts'
import type { Settings } from '../run/settings.ts'
import { lockData, StartProblem } from './data-lock.ts'
import { openDatabase } from './database.ts'
import { findMasterKey, type MasterKey, withMasterKey } from './master-key.ts'
import { postgresAccount, reachableDataDir } from './postgres-binaries.ts'

export type ReachedDatabase = Addresses & { adminUrl: string; stop: () => Promise<void> }

/**
 * The existing database: the one of DATABASE_URL, of a running `npm start`, or the embedded one, started for this
 * command.
 */
export async function reachDatabase(settings: Settings): Promise<ReachedDatabase> {
  const key = storedMasterKey(settings)
  const { adminUrl, stop } = await reachServer(settings)
  try {
    await refuseIfAbsent(adminUrl)
    await withMasterKey(key, () => refuseUnlessOurs({ adminUrl, masterKey: key.value }))
    return { ...addresses(adminUrl, key.value), adminUrl, stop }
  } catch (error) {
    await stop()
    throw inPlainWords(error, settings.databaseUrl)
  }
}

// The key is never made here: these commands work on a database that was set up before.
function storedMasterKey(settings: Settings): MasterKey {
  const key = findMasterKey(settings)
  if (!key.isNew) return key
  const file = join(settings.dataDir, 'master.key')
  throw new StartProblem(`There is no ${file}: run "npm start" once, or set KONTOR_MASTER_KEY or KONTOR_DATA.`)
}

async function reachServer({
  databaseUrl,
  dataDir,
}: Settings): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const nothing = async () => {}
  if (databaseUrl) return { adminUrl: databaseUrl, stop: nothing }
  const running = runningServer(dataDir)
  if (running && (await isHeld(dataDir))) return { adminUrl: running, stop: nothing }
  const lock = await lockData(dataDir)
  const database = await openDatabase({ dataDir }, (line) => console.error(line)).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  return {
    adminUrl: database.adminUrl,
    stop: async () => {
      await database.stop()
      await lock.release()
    },
  }
}

async function isHeld(dataDir: string): Promise<boolean> {
  try {
    await (await lockData(dataDir)).release()
    return false
  } catch (error) {
    if (error instanceof StartProblem) return true
    throw error
  }
}

/** The port of a running server; PostgreSQL writes it into the fourth line of postmaster.pid. */
function runningServer(dataDir: string): string | undefined {
  const folder = reachableDataDir(join(dataDir, 'postgres'), postgresAccount())
  try {
    const port = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3])
    const password = readFileSync(`${folder}.password`, 'utf8').trim()
    return Number.isInteger(port) && port > 0 ? `postgres://postgres:${password}@127.0.0.1:${port}/kontor` : undefined
  } catch {
    return undefined
  }
}

async function refuseIfAbsent(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  try {
    await client.connect()
    const { rows } = await client.query("select to_regclass('merchant') is not null as ready")
    if (!rows[0]?.ready) throw new StartProblem('The database is not set up yet: run "npm start" once.')
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error
    throw new StartProblem('There is no database yet: run "npm start" once.')
  } finally {
    await client.end()
  }
}
