import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartProblem } from '../../server/src/start-problem.ts'
import { identityOf } from '../run/processes.ts'
import { makeDataFolder } from './data-folder.ts'

export { StartProblem }

type Holder = { pid: number; identity: string; stopping?: boolean }
export type DataLock = {
  /** True: the last holder ended without releasing the lock. Its child processes may still be stopping. */
  recovered: boolean
  /** Tells a Kontor that is just starting that it should wait. */
  announceStop: () => void
  release: () => void
}

const stopTimeoutMs = 60_000

/** Locks the data folder, so that only one Kontor works in it. */
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

/** Creates the lock as a link, which appears whole or not at all: nobody reads half a lock. */
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

/** Removes a stale lock. Two processes may find it at once: the one that moved a newer lock away puts it back. */
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
