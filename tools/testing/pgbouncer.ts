import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { postgresAccount } from '../database/postgres-binaries.ts'
import { freePort } from '../run/processes.ts'

export interface PgBouncer {
  /** The same address through PgBouncer. */
  through(url: string): string
  stop(): Promise<void>
}

export interface PgBouncerOptions {
  /** A folder for its files, which its account can reach. */
  folder: string
  /** An address on the server that it stands before. */
  url: string
  /** Addresses with the users and passwords that it lets in. */
  users: readonly string[]
  /** Server connections for each database and user. */
  poolSize?: number
}

const places = [process.env.KONTOR_PGBOUNCER, 'pgbouncer', '/usr/sbin/pgbouncer']

/** The program and what it says of its version; undefined when this machine has none. */
export function findPgBouncer(): { file: string; version: string } | undefined {
  for (const file of places) {
    if (!file) continue
    try {
      return { file, version: execFileSync(file, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '' }
    } catch {
      // Another place may have it.
    }
  }
  return undefined
}

/** Starts PgBouncer by transaction before a server, with its own defaults for all else: no parameter of a start is ignored. */
export async function startPgBouncer({ folder, url, users, poolSize = 20 }: PgBouncerOptions): Promise<PgBouncer> {
  const found = findPgBouncer()
  if (!found) throw new Error('PgBouncer is not installed')
  const { hostname, port: serverPort } = new URL(url)
  const port = await freePort()
  const account = postgresAccount()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const write = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid)
    return file
  }
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  const known = users.map((each) => new URL(each))
  const auth = write(
    'users.txt',
    known.map((each) => `"${each.username}" "${decodeURIComponent(each.password)}"\n`).join(''),
  )
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: auth,
    pool_mode: 'transaction',
    max_client_conn: 2_000,
    default_pool_size: poolSize,
    // The next transaction of a client goes to another connection: what stays on one shows itself at once.
    server_round_robin: 1,
  }
  const file = write(
    'pgbouncer.ini',
    `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  )
  const log = openSync(join(folder, 'log'), 'a', 0o600)
  const child = spawn(found.file, [file], { ...account, stdio: ['ignore', log, log], cwd: '/' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilListening(child, port, join(folder, 'log'))
  return {
    through: (address) => {
      const to = new URL(address)
      to.searchParams.delete('host')
      to.hostname = '127.0.0.1'
      to.port = String(port)
      return to.href
    },
    stop: async () => {
      child.kill('SIGQUIT')
      await ended
    },
  }
}

async function untilListening(child: ChildProcess, port: number, log: string): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(`PgBouncer did not start: ${readFileSync(log, 'utf8').trim().split('\n').at(-1)}`)
    await delay(20)
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
