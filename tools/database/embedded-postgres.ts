import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOf, freePort, isAlive, signalIfAlive, waitForExit } from '../run/processes.ts'
import { StartProblem } from './data-lock.ts'
import { type Account, postgresAccount, postgresBinaries, reachableDataDir } from './postgres-binaries.ts'
import { keepShort } from './short-log.ts'

export type Postgres = {
  url: string
  port: number
  pid: number
  /** Where the data really lie, see `reachableDataDir`. */
  dataDir: string
  /** Settles when the process has ended, wanted or not. */
  ended: Promise<void>
  stop: () => Promise<void>
}
export type PostgresOptions = {
  dataDir: string
  port?: number | undefined
  /** For tests: nothing survives a power cut, and everything is quicker. */
  fast?: boolean | undefined
}

const startTimeoutMs = 300_000
const stopTimeoutMs = 60_000

/** Starts PostgreSQL in `dataDir`, made when there is none; a server left over from a killed parent is stopped first. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const account = postgresAccount()
  const binaries = postgresBinaries(account)
  const dataDir = reachableDataDir(options.dataDir, account)
  const password = ownPassword(dataDir)
  await stopLeftOver(dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialize({ binaries, dataDir, password, account, fast: options.fast })
  const port = options.port ?? (await freePort())
  const { pid, ended } = await runServer({ binaries, dataDir, port, account, fast: options.fast })
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    pid,
    dataDir,
    ended,
    stop: () => stopServer(pid),
  }
}

async function runServer(place: Place & { port: number }): Promise<{ pid: number; ended: Promise<void> }> {
  for (let attempt = 1; ; attempt += 1) {
    const child = spawnServer(place)
    const leaveLog = keepShort(`${place.dataDir}.log`)
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).finally(leaveLog)
    try {
      await untilReady(child, place.dataDir)
      // A server that is ready has a number.
      return { pid: child.pid as number, ended }
    } catch (error) {
      // Children of a killed server hold its memory for a moment, and PostgreSQL rightly refuses meanwhile.
      if (attempt === 20 || !lastWords(place.dataDir).includes('pre-existing shared memory')) throw error
      await delay(250)
    }
  }
}

type Place = { binaries: string; dataDir: string; account: Account; fast: boolean | undefined }

function spawnServer({ binaries, dataDir, port, account, fast }: Place & { port: number }): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    // The disks of today: without these two the planner avoids indexes that would win.
    random_page_cost: 1.1,
    effective_io_concurrency: 64,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(fast ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {}),
  }
  const log = openSync(`${dataDir}.log`, 'a', 0o600)
  // Its own process group: Ctrl-C in a terminal must not reach the database before the application has let go of it.
  const child = spawn(
    join(binaries, 'bin/postgres'),
    [
      '-D',
      dataDir,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...account, detached: true, stdio: ['ignore', log, log], cwd: '/', env: { ...process.env, LC_ALL: 'C' } },
  )
  closeSync(log)
  return child
}

/** The last line of the pid file is what `pg_ctl` itself waits for. */
async function untilReady(child: ChildProcess, dataDir: string): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const end = Date.now() + startTimeoutMs
  while (!isReady(child.pid, dataDir)) {
    if (failure || child.exitCode !== null || child.signalCode !== null || Date.now() > end) {
      child.kill('SIGQUIT')
      throw new StartProblem(`PostgreSQL did not start in ${dataDir}: ${failure?.message ?? lastWords(dataDir)}`)
    }
    await delay(20)
  }
}

function isReady(pid: number | undefined, dataDir: string): boolean {
  const lines = pidFile(dataDir)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function lastWords(dataDir: string): string {
  const lines = readFileSync(`${dataDir}.log`, 'utf8').trim().split('\n')
  return lines.slice(-8).join('\n')
}

/** Makes the cluster beside its place and moves it there, so that a kill half way leaves nothing that looks whole. */
function initialize({ binaries, dataDir, password, account, fast }: Place & { password: string }): void {
  const draft = `${dataDir}.new`
  const passwordCopy = `${dataDir}.initdb`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(dirname(dataDir), { recursive: true })
  makeFor(account, draft, () => mkdirSync(draft, { mode: 0o700 }))
  makeFor(account, passwordCopy, () => writeFileSync(passwordCopy, password, { mode: 0o600 }))
  const locale = [
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--lc-messages=C',
  ]
  const access = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordCopy}`]
  const durability = fast ? ['--no-sync'] : ['--data-checksums']
  try {
    execFileSync(join(binaries, 'bin/initdb'), ['-D', draft, ...access, ...locale, ...durability], {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    })
  } catch (error) {
    const reason = String((error as { stderr?: Buffer }).stderr ?? error).trim()
    throw new StartProblem(`PostgreSQL could not make ${dataDir}: ${reason} (or set DATABASE_URL)`)
  } finally {
    rmSync(passwordCopy, { force: true })
  }
  renameSync(draft, dataDir)
}

function makeFor({ uid, gid }: Account, path: string, make: () => void): void {
  make()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** Random, and kept beside the data: an own random one each would lock us out of a restored copy. */
function ownPassword(dataDir: string): string {
  const file = `${dataDir}.password`
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (existsSync(dataDir)) throw new StartProblem(`${file} is missing: put it back, it belongs to ${dataDir}.`)
  mkdirSync(dirname(file), { recursive: true })
  const password = randomBytes(24).toString('hex')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}

/** After `kill -9` of its parent the server lives on, with a port that nobody knows. */
export async function stopLeftOver(dataDir: string): Promise<void> {
  const pid = Number(pidFile(dataDir)[0])
  if (!pid || !isAlive(pid)) return
  if (commandOf(pid)?.includes(dataDir)) return stopServer(pid)
  // Someone else got the number since, and PostgreSQL would take that process for itself and refuse to start.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
}

/** Fast shutdown: rolls open transactions back and writes everything out; only when that hangs, the rough way. */
async function stopServer(pid: number): Promise<void> {
  signalIfAlive(pid, 'SIGINT')
  if (await waitForExit(pid, stopTimeoutMs)) return
  signalIfAlive(pid, 'SIGQUIT')
  await waitForExit(pid, stopTimeoutMs)
}

function pidFile(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}
