import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ourRefunds, refundsAtSandbox, wrongReserves } from '../books.ts'
import { startTestApp, type TestApp, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import type { MadeMerchant } from '../make.ts'
import { openCrowd, tally } from '../signing-in/crowd.ts'

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

/** Our refunds, once none is under way. */
async function settledRefunds() {
  await until(countUnderWay, (count) => count === 0, 120_000)
  return ourRefunds(kontor.databases.provider, shop.merchant)
}

/** The number of simultaneous refunds of one cent; the payment has room for half of them. */
const asked = isHeavy ? 10_000 : 200
const room = asked / 2
/** Refunds of random amounts, more than fit. */
const drawn = isHeavy ? 400 : 100
const sent = isHeavy ? 500 : 30

describe('many refunds of one transaction at once', () => {
  it(`${asked} times a cent of ${room}: ${room} succeed, ${room} are refused, and nothing breaks`, {
    timeout: 180_000,
  }, async () => {
    const { id } = await kontor.make.transaction(shop, { amount: room })
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: asked }, () => crowd.post(refundPath(id), { amount: 1 }, noWait)),
    )
    const answered = performance.now()
    expect(tally(answers)).toEqual({ 201: room, '409 refund_exceeds_refundable': room })
    expect(await reservedOf(id)).toBe(room)
    const ours = await settledRefunds()
    const settled = performance.now()
    console.log(
      `${asked} answered in ${Math.round(answered - began)} ms, ${room} processed after ${Math.round(settled - began)} ms`,
    )
    expect(ours).toHaveLength(room)
    expect(new Set(ours.map((row) => row.status))).toEqual(new Set(['PROCESSED']))
    expect(await refundsAtSandbox(kontor.sandboxStoreUrl)).toEqual(ours)
  })

  it('of random amounts never exceeds what was paid, and refuses only what does not fit', {
    timeout: 60_000,
  }, async () => {
    // Less than half of what is asked for on average.
    const paid = drawn * 125
    const { id } = await kontor.make.transaction(shop, { amount: paid })
    const amounts = Array.from({ length: drawn }, () => 1 + Math.floor(Math.random() * 600))
    const answers = await Promise.all(amounts.map((amount) => crowd.post(refundPath(id), { amount }, noWait)))
    const succeeded = amounts.filter((_, index) => answers[index]?.status === 201)
    const sum = succeeded.reduce((total, amount) => total + amount, 0)
    expect(new Set(Object.keys(tally(answers)))).toEqual(new Set(['201', '409 refund_exceeds_refundable']))
    expect(await reservedOf(id)).toBe(sum)
    const refused = amounts.filter((_, index) => answers[index]?.status !== 201)
    expect(Math.min(...refused)).toBeGreaterThan(paid - sum)
    const ours = await settledRefunds()
    expect(await refundsAtSandbox(kontor.sandboxStoreUrl)).toEqual(ours)
    expect(await wrongReserves(kontor.databases.provider, shop.merchant)).toEqual([])
  })

  it(`${sent} keys, each sent three times at once and twice later, are ${sent} refunds and say the same`, {
    timeout: 60_000,
  }, async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 1_000_000 })
    const before = (await ourRefunds(kontor.databases.provider, shop.merchant)).length
    const keys = Array.from({ length: sent }, (_, index) => `race-${id}-${index}`)
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
    expect(ours).toHaveLength(before + sent)
    expect(await reservedOf(id)).toBe((sent * (sent + 1)) / 2)
    expect(await refundsAtSandbox(kontor.sandboxStoreUrl)).toEqual(ours)
  })
})
