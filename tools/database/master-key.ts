import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key that seals secrets in the database; made once. Who loses the file loses those secrets: back it up apart. */
export function ownMasterKey(dataDir: string): string {
  const file = join(dataDir, 'master.key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const key = randomBytes(32).toString('base64')
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
