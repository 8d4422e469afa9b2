import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { postgresAccount } from './postgres-binaries.ts'

/**
 * Makes the data folder, closed to other accounts. A folder of an earlier version, recognised by its key, is closed too. When
 * we are root, the account that runs PostgreSQL may pass through to its own folder.
 */
export function makeDataFolder(dataDir: string): void {
  const folder = resolve(dataDir)
  const isNew = !existsSync(folder)
  if (!isNew && !existsSync(join(folder, 'master.key'))) return
  mkdirSync(dirname(folder), { recursive: true })
  if (isNew) mkdirSync(folder, { mode: 0o700 })
  const { gid } = postgresAccount()
  if (gid !== undefined) chownSync(folder, process.getuid?.() ?? 0, gid)
  chmodSync(folder, gid === undefined ? 0o700 : 0o710)
}
