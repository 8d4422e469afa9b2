import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { amountRules } from '../../../sandbox/src/payments/behaviour/rules.ts'
import { type BookedRefund, ourRefunds, refundsAtSandbox, wrongReserves, wrongSteps } from '../books.ts'
import { connectAccount, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import type { MadeMerchant, Make } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { openCrowd } from '../signing-in/crowd.ts'
import { type Lasting, openLasting, quickServer } from './lasting.ts'
import { startRefunds } from './refund-stream.ts'
import { settledAfterOutages } from './settled.ts'
import { type Moment, openWire } from './wire.ts'

const kills = isHeavy ? 20 : 2

let lasting: Lasting
let wire: Awaited<ReturnType<typeof openWire>>
let server: ServerProcess
let make: Make
let shop: MadeMerchant
let crowd: ReturnType<typeof openCrowd>

beforeAll(async () => {
  lasting = await openLasting()
  wire = await openWire(lasting.sandboxUrl)
  make = lasting.makersAt(wire.url)
  server = await startServerProcess(lasting.database, quickServer)
  shop = await make.merchant()
  crowd = openCrowd(server.url, await make.apiKey(shop.merchant))
  await connectAccount(lasting.sandboxUrl, server.url, shop.merchant)
})
afterAll(async () => {
  crowd.close()
  await server.kill()
  wire.close()
  await lasting.close()
})

const read = () => ourRefunds(lasting.databases.provider, shop.merchant)
const isSettled = (rows: BookedRefund[]) =>
  rows.every(({ status, amount }) => status !== 'PENDING' && (status !== 'UNKNOWN' || amount === 66_621))
const settled = () => until(read, isSettled, 30_000)
const settledUnderKills = () => {
  const at = { provider: lasting.databases.provider, merchant: shop.merchant, sandbox: lasting.books }
  return settledAfterOutages(at, read, isSettled, 120_000)
}
async function expectSameBooks(settling: () => ReturnType<typeof settled> = settled) {
  const ours = await settling()
  expect(await refundsAtSandbox(lasting.storeUrl)).toEqual(ours.filter((row) => row.amount !== 66_621))
  expect(await wrongReserves(lasting.databases.provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(lasting.databases.provider, shop.merchant)).toEqual([])
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
        async () => (await ourRefunds(lasting.databases.provider, shop.merchant)).find((one) => one.id === made),
        (one) => one?.status === (endOfAmount[amount - 66_600] ?? 'PROCESSED'),
      )
      const there = (await refundsAtSandbox(lasting.storeUrl)).find((one) => one.id === made)
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
  beforeAll(() => connectAccount(lasting.sandboxUrl, 'http://127.0.0.1:9', shop.merchant))
  afterAll(() => connectAccount(lasting.sandboxUrl, server.url, shop.merchant))

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
