import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensureDatabase, withDatabase } from '../../../tools/database/databases.ts'
import { type Postgres, startPostgres } from '../../../tools/database/embedded-postgres.ts'
import { freePort } from '../../../tools/run/processes.ts'
import { makeTestFolder } from '../../../tools/testing/test-folder.ts'
import { until } from '../harness.ts'

const executable = fileURLToPath(new URL('../../kontor.mjs', import.meta.url))

export interface Said {
  code: number | null
  out: string
  err: string
}

/** A PostgreSQL server of a stranger, with a database and the account that owns it and is no superuser. */
export interface Installation {
  folder: string
  postgres: Postgres
  masterKey: string
  ownerUrl: string
  /** The environment that `serve` needs: the addresses name neither the owner nor a password. */
  environment: Record<string, string>
  /** Runs a command of `kontor` to its end. */
  kontor(command: string, env: Record<string, string>): Promise<Said>
  /** Starts a command and leaves it running. */
  begin(command: string, env: Record<string, string>): ChildProcess
  /** Starts `kontor serve`, and waits until it listens. */
  serve(env?: Record<string, string>): Promise<Serving>
  /** As the superuser of the server. */
  asSuperuser(statement: string, database?: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

export interface Serving {
  url: string
  process: ChildProcess
  /** The exit code, once it has ended. */
  ended: Promise<number | null>
}

export async function openInstallation(name = 'shop'): Promise<Installation> {
  const folder = await makeTestFolder()
  const packageFolder = process.env['KONTOR_TEST_POSTGRES_PACKAGE']
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fast: true, packageFolder })
  const url = new URL(withDatabase(postgres.url, name))
  const asSuperuser = async (statement: string, database = name) => {
    const client = new pg.Client(withDatabase(postgres.url, database))
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  await ensureDatabase(url.href)
  await asSuperuser(`create role ${name} login password 'o' createrole`)
  await asSuperuser(`alter database ${name} owner to ${name}`)
  url.username = name
  url.password = 'o'
  const masterKey = randomBytes(32).toString('base64')
  const address = `postgres://${url.host}/${name}`
  const environment = {
    KONTOR_MERCHANT_DATABASE_URL: address,
    KONTOR_PROVIDER_DATABASE_URL: address,
    KONTOR_MASTER_KEY: masterKey,
    KONTOR_FIELDS_PORT: '0',
    LOG_LEVEL: 'fatal',
  }
  const running = new Set<ChildProcess>()
  const start = (command: string, env: Record<string, string>) => {
    const child = spawn(process.execPath, [executable, command], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    })
    running.add(child)
    child.on('exit', () => running.delete(child))
    return child
  }
  const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    folder,
    postgres,
    masterKey,
    ownerUrl: url.href,
    environment,
    asSuperuser,
    begin: start,
    async kontor(command, env) {
      const child = start(command, env)
      const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)])
      return { code, out: out.trimEnd(), err: err.trimEnd() }
    },
    async serve(env = {}) {
      const port = await freePort()
      const child = start('serve', { ...environment, PORT: String(port), ...env })
      child.stdout?.resume()
      child.stderr?.pipe(process.stderr)
      const serving = { url: `http://127.0.0.1:${port}`, process: child, ended: ended(child) }
      await until(
        () =>
          fetch(`${serving.url}/livez`).then(
            ({ status }) => status,
            () => child.exitCode ?? 0,
          ),
        (status) => status !== 0,
        60_000,
      )
      return serving
    },
    async stop() {
      for (const child of running) child.kill('SIGKILL')
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
      if (!postgres.dataDir.startsWith(folder)) rmSync(postgres.dataDir, { recursive: true, force: true })
    },
  }
}
