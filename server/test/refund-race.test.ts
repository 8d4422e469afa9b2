import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ourRefunds, refundsAtSandbox, wrongReserves } from './books.ts'
import { openCrowd, tally } from './crowd.ts'
import { startTestApp, type TestApp, until } from './harness.ts'
import type { MadeMerchant } from './make.ts'

let kontor: TestApp
let shop: MadeMerchant
let crowd: ReturnType<typeof openCrowd>

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  crowd = openCrowd(kontor.url, await kontor.make.apiKey(shop.merchant))
  await kontor.connect(shop.merchant)
})
afterAll(async () => {
  crowd.close()
  await kontor.stop()
})

const noWait = { prefer: 'respond-async' }
const refundPath = (id: string) => `/v1/transaction/${id}/refund`

async function reservedOf(id: string): Promise<number> {
  const row = await kontor.databases.provider
    .selectFrom('transaction')
    .select('refund_reserved')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.refund_reserved
}

const countUnderWay = async () => {
  const { count } = await kontor.databases.provider
    .selectFrom('refund')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', shop.merchant)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return count
}

/** Ours, once nothing is under way any more. */
async function settledRefunds() {
  await until(countUnderWay, (count) => count === 0, 120_000)
  return ourRefunds(kontor.databases.provider, shop.merchant)
}

describe('many refunds of one transaction at once', () => {
  it('10,000 times a cent of 5,000: 5,000 succeed, 5,000 are refused, and nothing breaks', {
    timeout: 180_000,
  }, async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 5_000 })
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 10_000 }, () => crowd.post(refundPath(id), { amount: 1 }, noWait)),
    )
    const answered = performance.now()
    expect(tally(answers)).toEqual({ 201: 5_000, '409 refund_exceeds_refundable': 5_000 })
    expect(await reservedOf(id)).toBe(5_000)
    const ours = await settledRefunds()
    const settled = performance.now()
    console.log(
      `10,000 answered in ${Math.round(answered - began)} ms, 5,000 processed after ${Math.round(settled - began)} ms`,
    )
    expect(ours).toHaveLength(5_000)
    expect(new Set(ours.map((row) => row.status))).toEqual(new Set(['PROCESSED']))
    expect(await refundsAtSandbox(kontor.sandboxStoreUrl)).toEqual(ours)
  })

  it('of random amounts never exceeds what was paid, and refuses only what does not fit', {
    timeout: 60_000,
  }, async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 50_000 })
    const amounts = Array.from({ length: 400 }, () => 1 + Math.floor(Math.random() * 600))
    const answers = await Promise.all(amounts.map((amount) => crowd.post(refundPath(id), { amount }, noWait)))
    const succeeded = amounts.filter((_, index) => answers[index]?.status === 201)
    const sum = succeeded.reduce((total, amount) => total + amount, 0)
    expect(new Set(Object.keys(tally(answers)))).toEqual(new Set(['201', '409 refund_exceeds_refundable']))
    expect(await reservedOf(id)).toBe(sum)
    const refused = amounts.filter((_, index) => answers[index]?.status !== 201)
    expect(Math.min(...refused)).toBeGreaterThan(50_000 - sum)
    const ours = await settledRefunds()
    expect(await refundsAtSandbox(kontor.sandboxStoreUrl)).toEqual(ours)
    expect(await wrongReserves(kontor.databases.provider, shop.merchant)).toEqual([])
  })

  it('500 keys, each sent three times at once and twice later, are 500 refunds and say the same', {
    timeout: 60_000,
  }, async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 1_000_000 })
    const before = (await ourRefunds(kontor.databases.provider, shop.merchant)).length
    const keys = Array.from({ length: 500 }, (_, index) => `race-${id}-${index}`)
    const send = (key: string, index: number) =>
      crowd.post(refundPath(id), { amount: index + 1 }, { 'idempotency-key': key })
    const atOnce = await Promise.all(
      keys.map((key, index) => Promise.all([send(key, index), send(key, index), send(key, index)])),
    )
    const later = await Promise.all(keys.map(async (key, index) => [await send(key, index), await send(key, index)]))
    for (const [index, three] of atOnce.entries()) {
      const done = three.filter((answer) => answer.status === 201)
      expect(done.filter((answer) => !answer.replayed)).toHaveLength(1)
      expect(tally(three.filter((answer) => answer.status !== 201))).toEqual(
        done.length === 3 ? {} : { '409 idempotency_key_in_use': 3 - done.length },
      )
      const all = [...done, ...(later[index] ?? [])]
      expect(new Set(all.map((answer) => answer.body)).size).toBe(1)
      expect(later[index]?.every((answer) => answer.status === 201 && answer.replayed)).toBe(true)
    }
    const ours = await settledRefunds()
    expect(ours).toHaveLength(before + 500)
    expect(await reservedOf(id)).toBe((500 * 501) / 2)
    expect(await refundsAtSandbox(kontor.sandboxStoreUrl)).toEqual(ours)
  })
})
