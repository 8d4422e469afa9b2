import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSandbox } from '../../../sandbox/src/app.ts'
import { readSettings as readSandboxSettings } from '../../../sandbox/src/settings.ts'
import { createDatabase } from '../../../sandbox/test/database.ts'
import { type Postgres, startPostgres } from '../../../tools/database/embedded-postgres.ts'
import { makeTestFolder } from '../../../tools/test-folder.ts'
import { migrate } from '../../src/migrate.ts'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { ourRefunds, refundsAtSandbox, wrongReserves, wrongSteps } from '../books.ts'
import { connectAccount, credential, quickSandbox, until } from '../harness.ts'
import { type MadeMerchant, makers } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { openCrowd } from '../signing-in/crowd.ts'
import { startRefunds } from './refund-stream.ts'

const kills = Number(process.env.KONTOR_TEST_DATABASE_KILLS ?? 4)
const masterKey = Buffer.alloc(32, 7).toString('base64')

let folder: string
let postgres: Postgres
let databases: Databases
let store: Awaited<ReturnType<typeof createDatabase>>
let sandbox: FastifyInstance
let server: ServerProcess
let shop: MadeMerchant
let transaction: string
let crowd: ReturnType<typeof openCrowd>

/** PostgreSQL has a durable cluster of its own as a child of this process; the sandbox uses another one. */
beforeAll(async () => {
  folder = await makeTestFolder()
  postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const addresses = await migrate({ adminUrl: postgres.url, masterKey })
  databases = openDatabases(addresses, () => {})
  store = await createDatabase()
  sandbox = await buildSandbox(readSandboxSettings({ ...quickSandbox, SANDBOX_DATABASE_URL: store.url }))
  const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  server = await startServerProcess(
    { ...addresses, masterKey },
    { KONTOR_OUTBOX_LEASE_MS: '1500', KONTOR_OUTBOX_POLL_MS: '50', KONTOR_GATEWAY_TIMEOUT_MS: '500' },
  )
  const make = makers(databases, { masterKey, processorUrl: sandboxUrl, credential })
  shop = await make.merchant()
  transaction = (await make.transaction(shop, { amount: 100_000_000 })).id
  crowd = openCrowd(server.url, await make.apiKey(shop.merchant))
  await connectAccount(sandboxUrl, server.url, shop.merchant)
}, 120_000)
afterAll(async () => {
  crowd.close()
  await server.kill()
  await sandbox.close()
  await databases.close()
  await postgres.stop()
  await store.drop()
  rmSync(folder, { recursive: true, force: true })
  if (!postgres.dataDir.startsWith(folder)) rmSync(postgres.dataDir, { recursive: true, force: true })
})

it('the database killed under refunds: the server lives, says 503, and no refund is lost or doubled', {
  timeout: 180_000,
}, async () => {
  const { pid } = server.process
  const stream = startRefunds(crowd.post, { callers: 8, amountOf: () => 1, transactionOf: () => transaction })
  for (let kill = 0; kill < kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700))
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.ended
    const health = await until(
      () => fetch(`${server.url}/healthz`),
      (response) => response.status !== 200,
    )
    expect(health.status).toBe(503)
    expect(((await health.json()) as { code: string }).code).toBe('unavailable')
    postgres = await startPostgres({ dataDir: join(folder, 'postgres'), port: postgres.port })
    await until(
      () => fetch(`${server.url}/healthz`),
      (response) => response.status === 200,
      5_000,
    )
  }
  const { acknowledged, unexpected, sent, slowest_ms, unavailable } = await stream.stop()
  expect(unexpected).toEqual([])
  expect(new Set(acknowledged).size).toBe(sent)
  expect([server.process.pid, server.process.exitCode, server.process.signalCode]).toEqual([pid, null, null])
  expect(slowest_ms).toBeLessThan(35_000)
  expect(unavailable).toBeGreaterThan(0)

  const ours = await until(
    () => ourRefunds(databases.provider, shop.merchant),
    (rows) => rows.every((row) => row.status === 'PROCESSED'),
    30_000,
  )
  expect(ours.map((row) => row.id)).toEqual(acknowledged.sort())
  expect(await refundsAtSandbox(store.url)).toEqual(ours)
  expect(await wrongReserves(databases.provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(databases.provider, shop.merchant)).toEqual([])
  console.log(`${sent} refunds under ${kills} kills of PostgreSQL, slowest answer ${Math.round(slowest_ms)} ms`)
})
