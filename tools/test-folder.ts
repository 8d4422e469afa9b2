import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopLeftOver } from './database/embedded-postgres.ts'
import { isAlive } from './run/processes.ts'

const prefix = 'kontor-tests-'

/**
 * Makes a folder for one run of tests. Processes that a killed run left behind are stopped, and its folder is removed.
 */
export async function makeTestFolder(): Promise<string> {
  await removeLeftOvers()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  // The account that runs PostgreSQL, when we are root, must be able to pass through this folder.
  chmodSync(folder, 0o755)
  return folder
}

async function removeLeftOvers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0])
    if (!owner || isAlive(owner)) continue
    await stopLeftOver(join(tmpdir(), name, 'postgres'))
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
