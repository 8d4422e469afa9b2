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
  /** The same through a socket file, which costs less than a port. Only for tests, and where the path is not too long. */
  socketUrl: string | undefined
  port: number
  pid: number
  /** The folder that really holds the data, see `reachableDataDir`. */
  dataDir: string
  /** Settles when the process has ended, expected or not. */
  ended: Promise<void>
  stop: () => Promise<void>
}
export type PostgresOptions = {
  dataDir: string
  port?: number | undefined
  /** For tests: data do not survive a power cut, and everything is quicker. */
  fast?: boolean | undefined
  /** For tests: the folder of an npm package with another version, instead of the installed one. */
  packageFolder?: string | undefined
}

const quick = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Nobody replays or copies the log of a test.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '512MB',
  // Four files at once, each with two servers, a sandbox and pools of its own, and what a killed server has left for a moment.
  max_connections: 500,
}
/** Each connection of a test would repeat this thousands of times. PostgreSQL before 16 does not know the setting. */
const quickSignIn = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8')) >= 16 ? { scram_iterations: 1 } : {}

/** The system limits the path of a socket file to some 100 bytes. Windows is not asked: its paths differ. */
const takesSocket = (dataDir: string) => process.platform !== 'win32' && Buffer.byteLength(dataDir) < 80

const builtinLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
/** PostgreSQL before 17 has no locales of its own. */
const systemLocale = ['--locale=C.UTF-8']

const startTimeoutMs = 300_000
const stopTimeoutMs = 60_000

/**
 * Starts PostgreSQL in `dataDir`, which is created when missing. A server that survived its parent is stopped first.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const account = postgresAccount()
  const binaries = postgresBinaries(account, options.packageFolder)
  const dataDir = reachableDataDir(options.dataDir, account)
  const password = ownPassword(dataDir)
  await stopLeftOver(dataDir)
  const locale = options.packageFolder ? systemLocale : builtinLocale
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    initialize({ binaries, dataDir, password, locale, account, fast: options.fast })
  const port = options.port ?? (await freePort())
  const { pid, ended } = await runServer({ binaries, dataDir, port, account, fast: options.fast })
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    socketUrl: options.fast && takesSocket(dataDir) ? `${url}?host=${encodeURIComponent(dataDir)}` : undefined,
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
      // A server that is ready has a process id.
      return { pid: child.pid as number, ended }
    } catch (error) {
      // Children of a killed server hold its shared memory for a moment, and PostgreSQL refuses to start until they
      // end.
      if (attempt === 20 || !lastWords(place.dataDir).includes('pre-existing shared memory')) throw error
      await delay(250)
    }
  }
}

type Place = { binaries: string; dataDir: string; account: Account; fast: boolean | undefined }
type NewPlace = Place & { password: string; locale: readonly string[] }

function spawnServer({ binaries, dataDir, port, account, fast }: Place & { port: number }): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: fast && takesSocket(dataDir) ? dataDir : '',
    max_connections: 100,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    // Values for solid-state disks: with the defaults of these two the planner avoids indexes that are faster.
    random_page_cost: 1.1,
    effective_io_concurrency: 64,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(fast ? { ...quick, ...quickSignIn(dataDir) } : {}),
  }
  const log = openSync(`${dataDir}.log`, 'a', 0o600)
  // The server has its own process group: Ctrl-C in a terminal must not stop the database before the application.
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

/** Waits for the status line of the pid file, as `pg_ctl` does. */
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

/**
 * Creates the cluster in a draft folder and then moves it, so that a kill half way leaves nothing that looks complete.
 */
function initialize({ binaries, dataDir, password, locale, account, fast }: NewPlace): void {
  const draft = `${dataDir}.new`
  const passwordCopy = `${dataDir}.initdb`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(dirname(dataDir), { recursive: true })
  makeFor(account, draft, () => mkdirSync(draft, { mode: 0o700 }))
  makeFor(account, passwordCopy, () => writeFileSync(passwordCopy, password, { mode: 0o600 }))
  const access = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordCopy}`]
  const durability = fast ? ['--no-sync'] : ['--data-checksums']
  try {
    execFileSync(
      join(binaries, 'bin/initdb'),
      ['-D', draft, ...access, '-E', 'UTF8', '--lc-messages=C', ...locale, ...durability],
      {
        ...account,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, LC_ALL: 'C' },
      },
    )
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

/** A random password, kept beside the data: with a password stored elsewhere, a restored copy would refuse us. */
function ownPassword(dataDir: string): string {
  const file = `${dataDir}.password`
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (existsSync(dataDir)) throw new StartProblem(`${file} is missing: put it back, it belongs to ${dataDir}.`)
  mkdirSync(dirname(file), { recursive: true })
  const password = randomBytes(24).toString('hex')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}

/** Stops a server that survived `kill -9` of its parent: it still runs, on a port that nobody knows. */
export async function stopLeftOver(dataDir: string): Promise<void> {
  const pid = Number(pidFile(dataDir)[0])
  if (!pid || !isAlive(pid)) return
  if (commandOf(pid)?.includes(dataDir)) return stopServer(pid)
  // Another process has this number now. PostgreSQL would take it for a running server and refuse to start.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
}

/**
 * Stops the server by a fast shutdown, which rolls open transactions back and writes all data. If that hangs, it is
 * killed.
 */
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
