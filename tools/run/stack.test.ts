import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, migrate } from '../../server/src/migrate.ts'
import { startServerProcess } from '../../server/test/server-process.ts'
import { StartProblem } from '../database/data-lock.ts'
import { ensureDatabase, withDatabase } from '../database/databases.ts'
import { type Postgres, startPostgres } from '../database/embedded-postgres.ts'
import { root } from '../root.ts'
import { makeTestFolder } from '../testing/test-folder.ts'
import { freePort } from './processes.ts'
import { startStack } from './stack.ts'

let folder: string
let postgres: Postgres

beforeAll(async () => {
  folder = await makeTestFolder()
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fast: true })
}, 120_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  if (!postgres.dataDir.startsWith(folder)) rmSync(postgres.dataDir, { recursive: true, force: true })
})

const masterKey = randomBytes(32).toString('base64')

describe('a second start on the same database with another key', () => {
  it('and every command that reaches it end with one line, and the first serves on', { timeout: 240_000 }, async () => {
    const adminUrl = await newDatabase('kontor_first')
    const first = await startServerProcess({ masterKey, ...(await migrate({ adminUrl, masterKey })) })
    const fresh = join(folder, 'fresh')
    const wrong = join(folder, 'wrong')
    mkdirSync(wrong)
    writeFileSync(join(wrong, 'master.key'), `${randomBytes(32).toString('base64')}\n`)
    const PORT = String(await freePort())
    const KONTOR_MASTER_KEY = randomBytes(32).toString('base64')
    try {
      const start = (env: Record<string, string>) => run(['start.ts'], { DATABASE_URL: adminUrl, PORT, ...env })
      expect(await start({ KONTOR_DATA: fresh })).toEqual([
        1,
        `There is no ${fresh}/master.key, and the database has a master key already. ${advice(fresh)}`,
      ])
      expect(existsSync(join(fresh, 'master.key'))).toBe(false)
      const atWrong = `The database has another master key than ${wrong}/master.key. ${advice(wrong)}`
      const reaching = [
        ['start.ts'],
        ['statistics.ts', 'verify'],
        ['api-key.ts', '--user', 'a@b.example', '--name', 'n'],
        [
          'import.ts',
          '--profile',
          randomId,
          '--file',
          join(root, 'package.json'),
          '--map',
          'reference=a,amount=b,created_at=c',
        ],
        ['demo.ts', '--replace', '--transactions', '1'],
      ]
      for (const command of reaching)
        expect([command[0], ...(await run(command, { DATABASE_URL: adminUrl, KONTOR_DATA: wrong, PORT }))]).toEqual([
          command[0],
          1,
          atWrong,
        ])
      expect((await start({ KONTOR_DATA: fresh, KONTOR_MASTER_KEY }))[1]).toBe(
        `The database has another master key than KONTOR_MASTER_KEY. ${advice(fresh)}`,
      )
      expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
      await query(addresses(adminUrl, masterKey).merchantUrl, 'select 1')
    } finally {
      await first.kill()
    }
  })
})

describe('a lost key', () => {
  it('is not replaced by a new one: the start is refused until the old one is back', { timeout: 240_000 }, async () => {
    const dataDir = join(folder, 'embedded')
    const start = () => startStack({ dataDir, demo: false, fast: true, run: 'no server' })
    const file = join(dataDir, 'master.key')
    await (await start()).stop()
    renameSync(file, `${file}.backup`)
    await expect(start()).rejects.toThrow(
      new StartProblem(`There is no ${file}, and the database has a master key already. ${advice(dataDir)}`),
    )
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, '')
    await expect(start()).rejects.toThrow(`${file} does not hold 32 bytes in base64`)
    writeFileSync(file, readFileSync(`${file}.backup`))
    await (await start()).stop()
  })
})

describe('a database of one’s own', () => {
  it('gets neither demo nor sandbox unless asked, and a link for the first user', { timeout: 240_000 }, async () => {
    const databaseUrl = await ownDatabase('kontor_own', 'createrole')
    const options = { dataDir: join(folder, 'own'), masterKey, databaseUrl, run: 'no server' as const }
    const stack = await startStack(options)
    await stack.stop()
    expect(stack).toMatchObject({ sandboxUrl: undefined, signIns: [] })
    expect(stack.firstUserLink).toMatch(/^http:\/\/localhost:\d+\/set-up\?token=/)
    expect(await query(databaseUrl, 'select from merchant')).toEqual([])
    expect(await query(postgres.url, `select from pg_database where datname = 'kontor_sandbox'`)).toEqual([])

    const asked = startStack({ ...options, demo: { transactions: 1 } })
    await expect(asked).rejects.toThrow(/^DATABASE_URL: the account "kontor_own" lacks a right\. .*CREATEDB[^\n]*$/)
  })

  it('in which the demo stands has its sandbox, and is kept from strangers', { timeout: 240_000 }, async () => {
    const databaseUrl = await newDatabase('kontor_demo')
    const options = { dataDir: join(folder, 'demo'), masterKey, databaseUrl }
    await (await startStack({ ...options, demo: { transactions: 100 }, run: 'no server' })).stop()

    for (const strangers of [{ host: '0.0.0.0' }, { publicUrl: 'https://kontor.example' }])
      await expect(startStack({ ...options, ...strangers })).rejects.toThrow('set KONTOR_DEMO=public')

    const stack = await startStack({ ...options, run: 'no server' })
    const [row] = await query(databaseUrl, 'select array_agg(distinct url) as urls from processor')
    await stack.stop()
    expect(row).toEqual({ urls: [stack.sandboxUrl] })
    expect(stack.signIns.length).toBeGreaterThan(0)
  })

  it('that cannot be reached is one line', { timeout: 60_000 }, async () => {
    const dataDir = join(folder, 'unreached')
    const databaseUrl = (port: number, password: string) => `postgres://postgres:${password}@127.0.0.1:${port}/kontor`
    await expect(startStack({ dataDir, databaseUrl: databaseUrl(await freePort(), '') })).rejects.toThrow(
      /^DATABASE_URL: nothing answers at 127\.0\.0\.1:\d+ [^\n]+$/,
    )
    await expect(startStack({ dataDir, databaseUrl: databaseUrl(postgres.port, 'guess') })).rejects.toThrow(
      /^DATABASE_URL: the account "postgres" may not sign in [^\n]+$/,
    )
  })
})

const randomId = '01900000-0000-7000-8000-000000000001'

const advice = (dataDir: string) =>
  `Put its own key back from your backup, as ${join(dataDir, 'master.key')} or in KONTOR_MASTER_KEY. Nothing was changed.`

/** Runs a command; gives its exit code and its error output. */
async function run(command: string[], env: Record<string, string>): Promise<[number | null, string]> {
  const [name = '', ...args] = command
  // Without the variables of the tests: the commands name each one of Kontor's that they do not read.
  const others = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'DATABASE_URL' && !name.startsWith('KONTOR_')),
  )
  const child = spawn(process.execPath, [join(root, 'tools', name), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...others, ...env },
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [complaint, code] = await Promise.all([text(child.stderr), ended])
  return [code, complaint.trimEnd()]
}

async function newDatabase(name: string): Promise<string> {
  const url = withDatabase(postgres.url, name)
  await ensureDatabase(url)
  return url
}

/** Makes a database and an account of the same name, with these rights, that owns it. */
async function ownDatabase(name: string, rights: string): Promise<string> {
  const url = new URL(await newDatabase(name))
  await query(postgres.url, `create role ${name} login password 'o' ${rights}`)
  await query(postgres.url, `alter database ${name} owner to ${name}`)
  // Roles that another account created must be granted by that account.
  for (const role of ['kontor_merchant', 'kontor_provider', 'kontor_engine'])
    await query(postgres.url, `grant ${role} to ${name} with admin option`).catch(() => {})
  url.username = name
  url.password = 'o'
  return url.href
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
