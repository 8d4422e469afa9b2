import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartProblem } from '../../server/src/start-problem.ts'
import { identityOf } from '../run/processes.ts'
import { makeDataFolder } from './data-folder.ts'

export { StartProblem }

type Holder = { pid: number; identity: string; stopping?: boolean }
export type DataLock = {
  /** The holder before us ended without releasing: its child processes may still be busy stopping. */
  recovered: boolean
  /** Tells a Kontor that is started right now that waiting is worth it. */
  announceStop: () => void
  release: () => void
}

const stopTimeoutMs = 60_000

/** Makes sure that only one Kontor works in a data folder. */
export async function lockData(dataDir: string): Promise<DataLock> {
  makeDataFolder(dataDir)
  const file = join(dataDir, 'kontor.lock')
  const mine: Holder = { pid: process.pid, identity: identityOf(process.pid) ?? '' }
  const end = Date.now() + stopTimeoutMs
  let recovered = false
  while (!create(file, mine)) {
    const holder = read(file)
    if (holder && isHeld(holder)) {
      if (holder.stopping && Date.now() < end) {
        await delay(100)
        continue
      }
      throw new StartProblem(`Kontor already runs in ${dataDir} (process ${holder.pid}): stop it, or set KONTOR_DATA.`)
    }
    remove(file, holder)
    recovered = true
  }
  return {
    recovered,
    announceStop: () => replace(file, { ...mine, stopping: true }),
    release: () => {
      if (read(file)?.identity === mine.identity) rmSync(file, { force: true })
    },
  }
}

function isHeld({ pid, identity }: Holder): boolean {
  return identityOf(pid) === identity
}

/** A link appears whole or not at all, so nobody reads half a lock. */
function create(file: string, holder: Holder): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(holder))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(file: string, holder: Holder): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(holder))
  renameSync(draft, file)
}

function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Two may find the same stale lock at once: whoever moved a newer one away puts it back. */
function remove(file: string, stale: Holder | undefined): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const moved = read(aside)
  if (moved && moved.identity !== stale?.identity) linkSync(aside, file)
  rmSync(aside, { force: true })
}
