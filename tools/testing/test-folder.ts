import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopLeftOver } from '../database/embedded-postgres.ts'
import { isAlive } from '../run/processes.ts'

const prefix = 'kontor-tests-'
/**
 * Linux has a file system in memory. A database of a test is a thousand files for a second: on a disk that takes up to
 * ten times the processor time.
 */
const inMemory = '/dev/shm'
const room = 4 * 1024 ** 3

/**
 * Makes a folder for one run of tests. Processes that a killed run left behind are stopped, and its folder is removed.
 */
export async function makeTestFolder(): Promise<string> {
  await removeLeftOvers()
  const folder = mkdtempSync(join(hasRoomInMemory() ? inMemory : tmpdir(), `${prefix}${process.pid}-`))
  // The account that runs PostgreSQL, when we are root, must be able to pass through this folder.
  chmodSync(folder, 0o755)
  return folder
}

/** A container often has only a few megabytes there. */
export function hasRoomInMemory(): boolean {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= room
  } catch {
    return false
  }
}

async function removeLeftOvers(): Promise<void> {
  for (const place of [tmpdir(), inMemory].filter((each) => existsSync(each)))
    for (const name of readdirSync(place).filter((each) => each.startsWith(prefix))) {
      const owner = Number(name.slice(prefix.length).split('-')[0])
      if (!owner || isAlive(owner)) continue
      await stopLeftOver(join(place, name, 'postgres'))
      rmSync(join(place, name), { recursive: true, force: true })
    }
}
