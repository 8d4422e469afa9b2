import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../tools/database/embedded-postgres.ts'
import { makeTestFolder } from '../../tools/testing/test-folder.ts'
import { migrate } from '../src/migrate.ts'
import { newestMigration } from '../src/migration-files.ts'
import type { Addresses } from '../src/platform/db/database.ts'
import { until } from './harness.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

// The test has its own PostgreSQL, because roles lose their passwords here, and the server is a process of its own.
const masterKey = randomBytes(32).toString('base64')
let folder: string
let postgres: Postgres
let owner: pg.Client
let addresses: Addresses
let server: ServerProcess
/** The connection between the server and PostgreSQL, which can fall silent. */
let way: Awaited<ReturnType<typeof openWay>>

beforeAll(async () => {
  folder = await makeTestFolder()
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fast: true })
  addresses = await migrate({ adminUrl: postgres.url, masterKey })
  owner = new pg.Client(postgres.url)
  await owner.connect()
  way = await openWay(postgres.port)
  server = await startServerProcess({ masterKey, ...throughWay() })
}, 120_000)
afterAll(async () => {
  await server.kill()
  way.close()
  await owner.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  if (!postgres.dataDir.startsWith(folder)) rmSync(postgres.dataDir, { recursive: true, force: true })
})

it('says in one word what is wrong, and that it is well again', { timeout: 120_000 }, async () => {
  const password = await owner.query(`select rolpassword from pg_authid where rolname = 'kontor_merchant'`)
  const fingerprint = await owner.query('select key_fingerprint from installation')
  const newest = await newestMigration()
  const troubles = [
    {
      reason: 'sign_in',
      begin: () => owner.query(`alter role kontor_merchant password 'another'`),
      end: () => owner.query(`alter role kontor_merchant password '${password.rows[0].rolpassword}'`),
    },
    {
      reason: 'sign_in',
      begin: () => owner.query('alter role kontor_provider nologin'),
      end: () => owner.query('alter role kontor_provider login'),
    },
    {
      reason: 'schema',
      begin: () => owner.query(`insert into migration values ('0999-later', '2026-01-01')`),
      end: () => owner.query(`delete from migration where name = '0999-later'`),
    },
    {
      reason: 'schema',
      begin: () => owner.query('delete from migration where name = $1', [newest]),
      end: () => owner.query(`insert into migration values ($1, '2026-01-01')`, [newest]),
    },
    {
      reason: 'key',
      begin: () => owner.query('update installation set key_fingerprint = $1', [randomBytes(32)]),
      end: () => owner.query('update installation set key_fingerprint = $1', [fingerprint.rows[0].key_fingerprint]),
    },
  ]
  for (const { reason, begin, end } of troubles) {
    await begin()
    const ill = await until(health, ({ status }) => status === 503)
    expect(ill.body).toMatchObject({ code: 'unavailable', details: { reason } })
    expect(Object.keys(ill.body).sort()).toEqual(['code', 'details', 'request_id', 'status', 'title', 'type'])
    await end()
    expect((await until(health, ({ status }) => status === 200)).body).toEqual({ status: 'ok' })
  }
})

it('answers soon when the database says nothing at all', { timeout: 60_000 }, async () => {
  way.isSilent = true
  const { took_ms, body } = await until(health, ({ status }) => status === 503)
  expect(body).toMatchObject({ details: { reason: 'database' } })
  expect(took_ms).toBeLessThan(5_000)
  way.isSilent = false
  await until(health, ({ status }) => status === 200)
})

it('opens two connections a second, however often it is asked', { timeout: 60_000 }, async () => {
  await until(health, ({ status }) => status === 200)
  const [before, began] = [way.opened, Date.now()]
  for (let lot = 0; lot < 10; lot += 1) await Promise.all(Array.from({ length: 30 }, health))
  const seconds = Math.ceil((Date.now() - began) / 1_000)
  expect(way.opened - before).toBeLessThanOrEqual(2 * (seconds + 1))
})

it('a server with another key ends at once, with one line', { timeout: 60_000 }, async () => {
  const { status, stderr } = spawnSync(process.execPath, ['server/src/main.ts'], {
    encoding: 'utf8',
    timeout: 50_000,
    env: {
      PATH: process.env.PATH,
      KONTOR_MERCHANT_DATABASE_URL: addresses.merchantUrl,
      KONTOR_PROVIDER_DATABASE_URL: addresses.providerUrl,
      KONTOR_MASTER_KEY: randomBytes(32).toString('base64'),
      PORT: '0',
      KONTOR_FIELDS_PORT: '0',
    },
  })
  expect([status, stderr]).toEqual([
    1,
    'The database has another master key than KONTOR_MASTER_KEY. Nothing was changed.\n',
  ])
  expect((await health()).status).toBe(200)
})

async function health() {
  const began = Date.now()
  const response = await fetch(`${server.url}/healthz`)
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, body, took_ms: Date.now() - began }
}

function throughWay(): Addresses {
  const turned = (address: string) => {
    const url = new URL(address)
    url.port = String(way.port)
    return url.href
  }
  return { merchantUrl: turned(addresses.merchantUrl), providerUrl: turned(addresses.providerUrl) }
}

async function openWay(to: number) {
  const sockets = new Set<Socket>()
  const state = { isSilent: false, opened: 0 }
  const listening = createServer((near) => {
    state.opened += 1
    const far = connect(to, '127.0.0.1')
    for (const [one, another] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => another.destroy())
      one.on('close', () => another.destroy())
      one.on('data', (bytes) => {
        if (!state.isSilent) another.write(bytes)
      })
    }
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    port: (listening.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      listening.close()
    },
  })
}
