import { customerSegments, segmentGrid } from '@kontor/contract/customers/customer.rules'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { customerSegmentsJob } from './customer-rfm-job.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let run: (now: Date) => Promise<unknown>

const day_ms = 86_400_000
const today = new Date()
const ago = (days: number) => new Date(today.getTime() - days * day_ms)
const ahead = (days: number) => ago(-days)

beforeAll(async () => {
  kontor = await startTestApp()
  run = customerSegmentsJob(kontor.databases).run
  const admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  await admin.query(`select ensure_partitions((now() - interval '3 years')::date, now()::date)`)
  await admin.end()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())

/** A customer with so many purchases, the last one so many days ago. */
async function buyer(of: MadeMerchant, purchases: number, last: number, amount = 1_000): Promise<string> {
  const id = await kontor.make.customer(of.merchant)
  for (let n = 0; n < purchases; n += 1)
    await kontor.make.transaction(of, { customer: id, amount, created_at: ago(last + n) })
  return id
}
const scoresOf = async (id: string) =>
  kontor.databases.provider
    .selectFrom('customer_rfm')
    .select(['recency', 'frequency', 'monetary', 'purchases', 'amount', 'segment'])
    .where('customer_id', '=', id)
    .executeTakeFirst()
const segmentOf = async (id: string, who = owner) => (await kontor.get(who, `/v1/customer/${id}`)).body.segment

describe('the definition', () => {
  it('gives every segment a place, and every pair of scores a segment', () => {
    expect(segmentGrid.map((row) => row.length)).toEqual([5, 5, 5, 5, 5])
    expect(new Set(segmentGrid.flat())).toEqual(new Set(customerSegments))
  })
})

describe('the segment of a customer', () => {
  it('follows from how long ago, how often and how much was bought', async () => {
    const champion = await buyer(shop, 10, 3, 9_000)
    const newcomer = await buyer(shop, 1, 3, 100)
    const lost = await buyer(shop, 1, 800, 100)
    const missed = await buyer(shop, 6, 400, 8_000)
    for (let n = 0; n < 6; n += 1) await buyer(shop, 1, 100, 1_000 + n)
    // The server's own job may have made a scale from the first customers, and a scale lasts a day.
    await run(ahead(1.1))
    expect(await scoresOf(champion)).toMatchObject({ recency: 5, frequency: 5, monetary: 5, segment: 'CHAMPIONS' })
    expect(await scoresOf(newcomer)).toMatchObject({ recency: 5, frequency: 1, monetary: 1, segment: 'NEW_CUSTOMERS' })
    expect(await scoresOf(lost)).toMatchObject({ recency: 1, frequency: 1, monetary: 1, segment: 'LOST' })
    expect(await scoresOf(missed)).toMatchObject({ recency: 1, frequency: 4, segment: 'CANT_LOSE_THEM' })
    expect(await segmentOf(await kontor.make.customer(shop.merchant))).toBeNull()
  })

  it('counts what was captured and kept: no declined payment, none that was paid back', async () => {
    const id = await kontor.make.customer(shop.merchant)
    await kontor.make.transaction(shop, { customer: id, status: 'DECLINED', amount: 5_000 })
    await kontor.make.transaction(shop, { customer: id, status: 'AUTHORIZED', amount: 5_000 })
    const returned = await kontor.make.transaction(shop, { customer: id, amount: 3_000 })
    const kept = await kontor.make.transaction(shop, { customer: id, amount: 2_000 })
    await kontor.make.refund(shop, returned, { amount: 3_000 })
    await kontor.make.refund(shop, kept, { amount: 500 })
    await run(today)
    expect(await scoresOf(id)).toMatchObject({ purchases: 1, amount: 1_500 })
    await kontor.make.refund(shop, kept, { amount: 1_500 })
    await run(today)
    expect(await scoresOf(id)).toBeUndefined()
    expect(await segmentOf(id)).toBeNull()
  })

  it('is computed anew for those who bought, and for nobody else', async () => {
    const [one, other] = [await buyer(shop, 1, 200), await buyer(shop, 1, 200)]
    await run(today)
    const changedAt = async (id: string) =>
      (
        await kontor.databases.provider
          .selectFrom('customer_rfm')
          .select('changed_at')
          .where('customer_id', '=', id)
          .executeTakeFirstOrThrow()
      ).changed_at
    const before = await changedAt(other)
    await kontor.make.transaction(shop, { customer: one, created_at: ago(1) })
    await run(new Date(today.getTime() + 1))
    expect(await scoresOf(one)).toMatchObject({ recency: 5, frequency: 2 })
    expect(await changedAt(other)).toBe(before)
  })

  it('ages by itself, on the day', async () => {
    const id = await buyer(shop, 1, 0)
    const recencyAfter = async (days: number) => {
      await run(ahead(days))
      return (await scoresOf(id))?.recency
    }
    expect(await recencyAfter(29.9)).toBe(5)
    expect(await recencyAfter(30)).toBe(4)
    expect(await recencyAfter(91)).toBe(3)
    expect(await recencyAfter(181)).toBe(2)
    expect(await recencyAfter(366)).toBe(1)
    expect(['LOST', 'AT_RISK', 'HIBERNATING']).toContain(await segmentOf(id))
  })

  it('is measured in the currency of most purchases: amounts of different currencies are never added up', async () => {
    const id = await kontor.make.customer(shop.merchant)
    const profile = await kontor.make.profile(shop.merchant, { currency_code: 'JPY' })
    const yen = { ...shop, profile, currency_code: 'JPY' }
    await kontor.make.transaction(yen, { customer: id, amount: 900_000 })
    for (const amount of [100, 200]) await kontor.make.transaction(shop, { customer: id, amount })
    await run(today)
    expect(await scoresOf(id)).toMatchObject({ purchases: 3, amount: 300 })
  })

  it('comes by itself soon after a payment', async () => {
    const id = await buyer(shop, 1, 0)
    await until(
      () => segmentOf(id),
      (segment) => segment !== null,
      20_000,
    )
  })

  it('is kept up to date in turns when there is very much to do', async () => {
    const merchants = [await kontor.make.merchant(), await kontor.make.merchant()]
    for (const of of merchants) await buyer(of, 2, 1)
    const job = customerSegmentsJob(kontor.databases)
    while (await job.run(today));
    const later = ahead(2)
    for (const of of merchants) await buyer(of, 1, 0)
    await job.run(new Date(today.getTime() + 1))
    let time = 0
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => (time += 10_000))
    const turns: unknown[] = []
    do turns.push(await job.run(later))
    while (turns.at(-1) === true && turns.length < 20)
    watch.mockRestore()
    expect(turns.length).toBeGreaterThan(2)
    expect(turns.at(-1)).toBe(false)
    const scales = await kontor.databases.provider
      .selectFrom('customer_rfm_scale')
      .select('made_at')
      .where(
        'merchant_id',
        'in',
        merchants.map(({ merchant }) => merchant),
      )
      .execute()
    expect(new Set(scales.map(({ made_at }) => new Date(made_at).getTime()))).toEqual(new Set([later.getTime()]))
  })

  it('is the same when two run at once', async () => {
    const of = await kontor.make.merchant()
    const ids = [await buyer(of, 2, 1), await buyer(of, 3, 100)]
    await Promise.all([run(today), run(today)])
    for (const [index, id] of ids.entries()) expect(await scoresOf(id)).toMatchObject({ purchases: index + 2 })
  })
})

describe('the counts of the segments', () => {
  it('are of every segment, within what the caller may see and the days that are asked for', async () => {
    const of = await kontor.make.merchant()
    const node = await kontor.make.organisation(of.merchant)
    const here = await kontor.make.customer(of.merchant, { organisation: node })
    await kontor.make.transaction(of, { customer: here, organisation: node, amount: 1_000 })
    await kontor.make.transaction(of, { customer: here, amount: 5_000 })
    await buyer(of, 1, 800)
    await run(today)
    const path = '/v1/customer/segments'
    const all = await kontor.make.cookie({ merchant: of.merchant, roles: ['CUSTOMER_STATISTICS'] })
    const ofNode = await kontor.make.cookie({ merchant: of.merchant, organisation: node, roles: ['CUSTOMER_ALL'] })
    const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
    const { status, body } = await kontor.get(all, path)
    expect([status, Object.keys(body), total(body), body.LOST]).toEqual([200, [...customerSegments], 2, 1])
    expect(total((await kontor.get(ofNode, path)).body)).toBe(1)
    // A user of one node does not see purchases at other nodes of the merchant.
    const { items } = (await kontor.get(ofNode, '/v1/customer/aggregate/segment')).body
    expect(items).toMatchObject([{ count: 1, volume: 1_000 }])
    expect(total((await kontor.get(all, `${path}?created_at>=2100-01-01`)).body)).toBe(0)
    expect((await kontor.get(all, `${path}?email_address=a@b.example`)).status).toBe(400)
    const cashier = await kontor.make.cookie({ merchant: of.merchant, roles: ['CUSTOMER_LIST'] })
    expect((await kontor.get(cashier, path)).status).toBe(403)
  })

  it('agree with the list that a segment leads to', async () => {
    const { body } = await kontor.get(owner, '/v1/customer/segments')
    for (const segment of customerSegments)
      expect((await kontor.get(owner, `/v1/customer/count?segment=${segment}`)).body.count).toBe(body[segment])
  })

  it('have what their customers bought beside them, and agree with the list then too', async () => {
    const of = await kontor.make.merchant()
    const dollars = {
      ...of,
      profile: await kontor.make.profile(of.merchant, { currency_code: 'USD' }),
      currency_code: 'USD',
    }
    await buyer(of, 2, 800, 2_500)
    const paidBack = await kontor.make.customer(of.merchant)
    const kept = await kontor.make.transaction(of, { customer: paidBack, amount: 900, created_at: ago(801) })
    await kontor.make.refund(of, kept, { amount: 400 })
    await buyer(dollars, 1, 802, 7_000)
    await run(ahead(1.1))
    const who = await kontor.make.cookie({ merchant: of.merchant, roles: ['CUSTOMER_ALL'] })
    const figures = async (more = '') =>
      (await kontor.get(who, `/v1/customer/aggregate/segment?created_at>=2000-01-01${more}`)).body
    const inEuros = await figures()
    expect(inEuros).toMatchObject({
      currency_code: 'EUR',
      currencies: [
        { currency_code: 'EUR', count: 2, volume: 5_500 },
        { currency_code: 'USD', count: 1, volume: 7_000 },
      ],
    })
    expect(inEuros.items.reduce((sum: number, { volume }: { volume: number }) => sum + volume, 0)).toBe(5_500)
    // No rate: everybody is counted, and the amount stands apart.
    const inBase = await figures('&in_base_currency=true')
    expect(inBase.conversion.without_rate).toEqual([{ currency_code: 'USD', count: 1, volume: 7_000 }])
    for (const { value, count } of inBase.items)
      expect((await kontor.get(who, `/v1/customer/count?segment=${value}`)).body.count).toBe(count)
    expect(inBase.items.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3)
  })
})
