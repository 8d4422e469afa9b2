import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WrongMasterKey } from '../../server/src/master-key-check.ts'
import { StartProblem } from '../../server/src/start-problem.ts'

/** The key that seals secrets in the database. Secrets cannot be read without it, so it needs a backup of its own. */
export interface MasterKey {
  value: string
  isNew: boolean
  /** Writes a new key to the data folder. Called only once a database has accepted it. */
  keep: () => void
  /** The message when the database has another key. */
  refused: string
}

/** Gives the key of the settings, the one of the data folder, or a new one. */
export function findMasterKey({ masterKey, dataDir }: { masterKey?: string | undefined; dataDir: string }): MasterKey {
  const file = join(dataDir, 'master.key')
  const advice = `Put its own key back from your backup, as ${file} or in KONTOR_MASTER_KEY. Nothing was changed.`
  const found = masterKey ?? storedMasterKey(dataDir)
  if (found) {
    const place = masterKey ? 'KONTOR_MASTER_KEY' : file
    const refused = `The database has another master key than ${place}. ${advice}`
    return { value: found, isNew: false, keep: () => {}, refused }
  }
  const value = randomBytes(32).toString('base64')
  const keep = () => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${value}\n`, { mode: 0o600, flag: 'wx', flush: true })
  }
  return {
    value,
    isNew: true,
    keep,
    refused: `There is no ${file}, and the database has a master key already. ${advice}`,
  }
}

/** The key in the data folder; undefined when there is none. Throws a StartProblem when the file is damaged. */
function storedMasterKey(dataDir: string): string | undefined {
  const file = join(dataDir, 'master.key')
  if (!existsSync(file)) return undefined
  const key = normalKey(readFileSync(file, 'utf8'))
  if (!key) throw new StartProblem(`${file} does not hold 32 bytes in base64: put it back from your backup.`)
  return key
}

/**
 * The one spelling of a key, because the passwords of the database roles are derived from it. Undefined: not 32 bytes.
 */
export function normalKey(text: string): string | undefined {
  const bytes = Buffer.from(text.trim(), 'base64')
  return bytes.length === 32 ? bytes.toString('base64') : undefined
}

/** Does work that needs the right key. When the key is wrong, the error says where the right one is expected. */
export async function withMasterKey<T>(key: MasterKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof WrongMasterKey ? new StartProblem(key.refused) : error
  }
}
