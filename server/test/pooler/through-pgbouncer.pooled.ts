import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPgBouncer } from '../../../tools/testing/pgbouncer.ts'
import { makeTestFolder } from '../../../tools/testing/test-folder.ts'
import { readDatabaseGauges } from '../../src/metrics/database-gauges.ts'
import { migrate } from '../../src/migrate.ts'
import { keepsStatements } from '../../src/platform/db/poolers.ts'
import { wrongSteps, wrongSums } from '../books.ts'
import { isPooled } from '../database.ts'
import { startTestApp, type TestApp, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import type { MadeMerchant } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const requests = isHeavy ? 10_000 : 1_500
const atOnce = 32
const executable = fileURLToPath(new URL('../../kontor.mjs', import.meta.url))

let kontor: TestApp
let owner: pg.Client
let serving: ServerProcess
let working: ServerProcess
let shop: MadeMerchant
let key: string
let staff: string

beforeAll(async () => {
  if (!isPooled) throw new Error('run this suite by npm run test:pooler')
  // Its own server only makes what is needed: the requests go to a process as an operator starts it.
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  serving = await startServerProcess(kontor.database, { KONTOR_WORK_APART: 'true' })
  working = await startServerProcess(kontor.database, {}, { program: 'work' })
  shop = await kontor.make.merchant()
  key = await kontor.make.apiKey(shop.merchant)
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  await kontor.connect(shop.merchant)
}, 120_000)
afterAll(async () => {
  await Promise.all([serving?.kill(), working?.kill()])
  await owner?.end()
  await kontor?.stop()
})

const program = () => ({ authorization: `Bearer ${key}` })

describe('a connection', () => {
  it('has the time zone and the limits of its role, which no client asks for', async () => {
    for (const db of [kontor.databases.merchant, kontor.databases.provider]) {
      const { rows } =
        await sql`select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('datestyle') as dates`.execute(
          db,
        )
      expect(rows).toEqual([{ zone: 'UTC', statement: '1min', idle: '1min', dates: 'ISO, MDY' }])
    }
  })

  it('is known to lead through a pooler, and whether that keeps statements apart', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [executable, 'check'], {
      env: {
        PATH: process.env['PATH'],
        KONTOR_MERCHANT_DATABASE_URL: kontor.database.merchantUrl,
        KONTOR_PROVIDER_DATABASE_URL: kontor.database.providerUrl,
        KONTOR_MASTER_KEY: kontor.database.masterKey,
      },
    })
    const client = await kontor.databases.pools.provider.connect()
    const isKept = await keepsStatements(client)
    client.release()
    expect(stdout).toMatch(isKept ? /a pooler that knows prepared/ : /a pooler without prepared/)
    expect(stdout).not.toContain('FAILED')
  })
})

describe('a mix of requests', { timeout: isHeavy ? 900_000 : 180_000 }, () => {
  const payments: string[] = []
  const refused = new Set<string>()
  const pay = async () => {
    const body = {
      payment_profile: shop.profile,
      amount: 1_000 + payments.length,
      payment_product: 'card',
      merchant_reference: `Mix ${payments.length}`,
      card_token: 'test_visa',
    }
    const reply = await fetch(`${serving.url}/v1/transaction`, {
      method: 'POST',
      headers: { ...program(), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    const { id } = (await reply.json()) as { id?: string }
    if (id) payments.push(id)
    return reply.status
  }
  const refund = async () => {
    const id = payments[Math.floor(Math.random() * payments.length)]
    if (!id) return 200
    const reply = await fetch(`${serving.url}/v1/transaction/${id}/refund`, {
      method: 'POST',
      headers: { ...program(), 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 10, reason: 'other' }),
    })
    await reply.text()
    return reply.status
  }
  const get = (path: string, headers: () => Record<string, string>) => async () => {
    const reply = await fetch(serving.url + path, { headers: headers() })
    await reply.text()
    // Only so many exports may run at once.
    if (![200, 429].includes(reply.status)) refused.add(`${path} ${reply.status}`)
    return reply.status
  }
  const asStaff = () => ({ cookie: staff })
  const mix: [share: number, ask: () => Promise<number>][] = [
    [20, pay],
    [4, refund],
    [20, get('/v1/transaction?_limit=25', program)],
    [10, get('/v1/transaction?_limit=25&status[]=SETTLEMENT_COMPLETED', asStaff)],
    [10, get('/v1/transaction/count', asStaff)],
    [8, get('/v1/refund?_limit=25', program)],
    [8, get('/v1/customer?_limit=25', program)],
    [8, get('/v1/chargeback?_limit=25', asStaff)],
    [6, get('/v1/transaction/aggregate?period=day', asStaff)],
    [4, get('/v1/auth/session', asStaff)],
    [2, get('/v1/transaction/export?format=csv', program)],
  ]
  const drawn = mix.flatMap(([share, ask]) => Array.from({ length: share }, () => ask))

  it('has no error of the server, and the books agree', async () => {
    const seen = new Map<number, number>()
    let left = requests
    const caller = async () => {
      while (left > 0) {
        left -= 1
        const status = await (drawn[Math.floor(Math.random() * drawn.length)] ?? pay)()
        seen.set(status, (seen.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, caller))
    console.log('answers by status:', Object.fromEntries(seen))
    expect([...refused, ...[...seen.keys()].filter((status) => status >= 500)]).toEqual([])
    expect(seen.get(201) ?? 0).toBeGreaterThan(requests / 10)
    await until(
      () => wrongSums(kontor.databases.provider, shop.merchant),
      (wrong) => wrong.length === 0,
    )
    expect(await wrongSteps(kontor.databases.provider, shop.merchant)).toEqual([])
  })

  it('leaves no lock behind, and its changes are in the figures within five seconds', async () => {
    await until(
      async () => (await owner.query('select from statistics_delta')).rowCount,
      (count) => count === 0,
      5_000,
    )
    const { rows } = await owner.query(
      `select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and pid not in (select pid from pg_stat_activity where state <> 'idle')`,
    )
    expect(rows).toEqual([])
  })
})

it('the gauges of the metrics are all read', async () => {
  expect(await readDatabaseGauges(kontor.database.providerUrl)).toMatchObject({ isWhole: true })
})

it('migrate, too, may go through it: two at once wait for each other, and leave no lock', {
  timeout: 60_000,
}, async () => {
  const folder = await makeTestFolder()
  const { adminUrl, direct, masterKey } = kontor.database
  const users = [adminUrl, direct.merchantUrl, direct.providerUrl]
  const pooler = await startPgBouncer({ folder: join(folder, 'owner'), url: adminUrl, users, poolSize: 8 })
  try {
    const through = { adminUrl: pooler.through(adminUrl), masterKey }
    await Promise.all([migrate(through), migrate(through)])
    const { rows } = await owner.query(`select count(*)::int as n from pg_locks where locktype = 'advisory'
      and objid = (hashtextextended('kontor.set-up', 0) & x'ffffffff'::bigint)::oid`)
    expect(rows).toEqual([{ n: 0 }])
  } finally {
    await pooler.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
