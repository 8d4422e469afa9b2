import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { postgresAccount } from './postgres-binaries.ts'

/**
 * The folder of an installation is nobody else's to look into: made so, and one of an earlier version is made so, which is
 * known by its key. When we are root, the account that runs PostgreSQL passes through it to its own.
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
