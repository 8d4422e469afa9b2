import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSandbox } from '../../../sandbox/src/app.ts'
import { amountRules } from '../../../sandbox/src/payments/behaviour/rules.ts'
import { readSettings as readSandboxSettings } from '../../../sandbox/src/settings.ts'
import { createDatabase } from '../../../sandbox/test/database.ts'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { type BookedRefund, ourRefunds, refundsAtSandbox, wrongReserves, wrongSteps } from '../books.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { connectAccount, credential, quickSandbox, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type MadeMerchant, type Make, makers } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { openCrowd } from '../signing-in/crowd.ts'
import { startRefunds } from './refund-stream.ts'
import { settledAfterOutages } from './settled.ts'
import { type Moment, openWire } from './wire.ts'

const kills = isHeavy ? 20 : 2
const quickServer = {
  KONTOR_OUTBOX_LEASE_MS: '1000',
  KONTOR_OUTBOX_POLL_MS: '50',
  KONTOR_GATEWAY_TIMEOUT_MS: '400',
}

let database: TestDatabase
let databases: Databases
let store: Awaited<ReturnType<typeof createDatabase>>
let sandboxStore: pg.Client
let sandbox: FastifyInstance
let sandboxUrl: string
let wire: Awaited<ReturnType<typeof openWire>>
let server: ServerProcess
let make: Make
let shop: MadeMerchant
let crowd: ReturnType<typeof openCrowd>

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  store = await createDatabase()
  sandboxStore = new pg.Client(store.url)
  await sandboxStore.connect()
  sandbox = await buildSandbox(readSandboxSettings({ ...quickSandbox, SANDBOX_DATABASE_URL: store.url }))
  sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  wire = await openWire(sandboxUrl)
  make = makers(databases, { masterKey: database.masterKey, processorUrl: wire.url, credential })
  server = await startServerProcess(database, quickServer)
  shop = await make.merchant()
  crowd = openCrowd(server.url, await make.apiKey(shop.merchant))
  await connectAccount(sandboxUrl, server.url, shop.merchant)
})
afterAll(async () => {
  crowd.close()
  await server.kill()
  wire.close()
  await sandbox.close()
  await sandboxStore.end()
  await databases.close()
  await Promise.all([database.drop(), store.drop()])
})

const read = () => ourRefunds(databases.provider, shop.merchant)
const isSettled = (rows: BookedRefund[]) =>
  rows.every(({ status, amount }) => status !== 'PENDING' && (status !== 'UNKNOWN' || amount === 66_621))
const settled = () => until(read, isSettled, 30_000)
const settledUnderKills = () => {
  const at = { provider: databases.provider, merchant: shop.merchant, sandbox: sandboxStore }
  return settledAfterOutages(at, read, isSettled, 120_000)
}
async function expectSameBooks(settling: () => ReturnType<typeof settled> = settled) {
  const ours = await settling()
  expect(await refundsAtSandbox(store.url)).toEqual(ours.filter((row) => row.amount !== 66_621))
  expect(await wrongReserves(databases.provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(databases.provider, shop.merchant)).toEqual([])
  return ours
}
/** Repeats the refund with its key until it is answered: the server may be killed before its answer is sent. */
async function refund(id: string, amount: number): Promise<string> {
  const headers = { prefer: 'respond-async', 'idempotency-key': randomUUID() }
  const answer = await until(
    () => crowd.post(`/v1/transaction/${id}/refund`, { amount }, headers).catch(() => undefined),
    (one) => one !== undefined,
    30_000,
  )
  return JSON.parse(answer?.body ?? '').id
}

beforeEach(() => wire.watch(async () => {}))

/** Rules that contradict themselves or never begin have no end that both sides share. */
const withoutOneEnd = [30, 32, 35, 36, 41, 43]
const rulesWithOneEnd = amountRules.filter(({ ending }) => !withoutOneEnd.includes(ending))
const endOfAmount: Record<number, string> = { 1: 'FAILED', 3: 'FAILED', 21: 'UNKNOWN' }

describe('without a crash', () => {
  it.concurrent.each(rulesWithOneEnd.map((rule) => [66_600 + rule.ending, rule.says] as const))(
    'a refund of %i (%s) ends as it must, once',
    async (amount) => {
      const { id } = await make.transaction(shop, { amount: 100_000 })
      const made = await refund(id, amount)
      const row = await until(
        async () => (await ourRefunds(databases.provider, shop.merchant)).find((one) => one.id === made),
        (one) => one?.status === (endOfAmount[amount - 66_600] ?? 'PROCESSED'),
      )
      const there = (await refundsAtSandbox(store.url)).find((one) => one.id === made)
      expect(there).toEqual(amount === 66_621 ? undefined : row)
    },
  )

  it('leaves the same books on both sides', () => expectSameBooks())
})

const moments: Moment[] = ['before the work', 'after the work', 'after the reply']
/** The second of two kills is at the next try. Each takes a start of the server. */
const sequences: Moment[][] = [
  ...moments.map((moment) => [moment]),
  ...(isHeavy ? moments : (['after the work'] as const)).map((moment): Moment[] => ['before the work', moment]),
  ...(isHeavy ? moments : (['after the reply'] as const)).map((moment): Moment[] => ['after the work', moment]),
]

describe('killed at a step', () => {
  // Notifications go nowhere: an outcome stays unknown unless the server asks again.
  beforeAll(() => connectAccount(sandboxUrl, 'http://127.0.0.1:9', shop.merchant))
  afterAll(() => connectAccount(sandboxUrl, server.url, shop.merchant))

  it.each(sequences.map((sequence) => [sequence.join(', then '), sequence] as const))(
    '%s: refunded once, and both sides know it',
    async (_, sequence) => {
      const { id } = await make.transaction(shop)
      const left = [...sequence]
      const restarted = new Promise<void>((resolve) => {
        wire.watch(async (moment) => {
          if (moment !== left[0]) return
          left.shift()
          await server.kill()
          // The start is not awaited: nobody waits for the answer of the killed call.
          server.start().then(() => left.length === 0 && resolve())
        })
      })
      const made = await refund(id, 1_234)
      await restarted
      const ours = await expectSameBooks()
      expect(ours.find((row) => row.id === made)).toEqual({ id: made, amount: 1_234, status: 'PROCESSED' })
    },
  )
})

describe('killed at any moment', () => {
  const amounts = [
    1, 25, 300, 66_602, 66_603, 66_610, 66_611, 66_612, 66_613, 66_614, 66_616, 66_617, 66_618, 66_619, 66_633, 66_634,
    66_640, 66_642, 66_644,
  ]
  const anyOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

  it('loses no refund that was acknowledged, makes none twice, leaves none stuck', {
    timeout: isHeavy ? 600_000 : 120_000,
  }, async () => {
    const before = (await settled()).length
    const transactions: string[] = []
    for (let count = 0; count < 4; count += 1)
      transactions.push((await make.transaction(shop, { amount: 100_000_000 })).id)
    const stream = startRefunds(crowd.post, {
      callers: 6,
      amountOf: () => anyOf(amounts),
      transactionOf: () => anyOf(transactions),
    })
    for (let kill = 0; kill < kills; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1_000))
      await server.kill()
      await server.start()
    }
    const { acknowledged, unexpected, sent } = await stream.stop()
    expect(unexpected).toEqual([])
    expect(new Set(acknowledged).size).toBe(sent)
    const ours = await expectSameBooks(settledUnderKills)
    expect(ours.length).toBe(before + sent)
    const known = new Set(ours.map((row) => row.id))
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([])
    console.log(`${sent} refunds under ${kills} kills`)
  })
})
