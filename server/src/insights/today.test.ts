import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { foldAll } from './rollups/fold.ts'

// The day after the one of 23 hours, at half past ten in Amsterdam.
const now = new Date('2026-03-30T08:30:00Z')
let kontor: TestApp
let shop: MadeMerchant

beforeAll(async () => {
  kontor = await startTestApp({ clock: { now: () => now }, fold_ms: 3_600_000 })
  shop = await kontor.make.merchant()
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  await owner.query(`select ensure_partitions('2026-03-01', '2026-03-31')`)
  await owner.end()
})
afterAll(() => kontor.stop())

const today = async (who: string) => (await kontor.get(who, '/v1/transaction/aggregate/today')).body
const paid = (at: string, amount: number, status: 'AUTHORIZED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' = 'AUTHORIZED') =>
  kontor.make.transaction(shop, { created_at: new Date(at), amount, status })

describe('today’s money', () => {
  it('is what was paid since midnight, beside the same hours of yesterday and of a week ago', async () => {
    const who = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_STATISTICS'] })
    expect((await today(who)).currencies).toEqual([])
    await paid('2026-03-29T22:00:00Z', 100)
    await paid('2026-03-30T08:29:59Z', 50, 'SETTLEMENT_COMPLETED')
    await paid('2026-03-30T07:00:00Z', 7_000, 'DECLINED')
    // The last hour of the day before, and an hour that yesterday did not have yet.
    await paid('2026-03-29T21:59:59Z', 9_000)
    await paid('2026-03-29T08:30:01Z', 9_000)
    await paid('2026-03-29T08:29:59Z', 40)
    await paid('2026-03-28T23:00:00Z', 60)
    // A week ago clocks were not yet set forward.
    await paid('2026-03-23T09:29:59Z', 600)
    await paid('2026-03-23T09:30:01Z', 9_000)
    const expected = [
      {
        currency_code: 'EUR',
        today: { count: 2, volume: 150 },
        yesterday: { count: 2, volume: 100, growth: 50 },
        week_ago: { count: 1, volume: 600, growth: -75 },
      },
    ]
    const answer = await today(who)
    expect(answer.currencies).toEqual(expected)
    expect([answer.today, answer.yesterday, answer.week_ago]).toEqual([
      { from: '2026-03-29T22:00:00.000Z', to: '2026-03-30T08:29:59.999Z' },
      { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T08:29:59.999Z' },
      { from: '2026-03-22T23:00:00.000Z', to: '2026-03-23T09:29:59.999Z' },
    ])
    await foldAll(kontor.databases.provider)
    expect((await today(who)).currencies).toEqual(expected)
    expect((await today(await kontor.make.cookie({ roles: ['PSP_ALL'] }))).currencies).toEqual(expected)

    // The list of the same range and statuses has as many.
    const query = new URLSearchParams([
      ['created_at>', answer.today.from],
      ['created_at<', answer.today.to],
      ...answer.statuses.map((status: string) => ['status[]', status]),
    ])
    const list = await kontor.get(await kontor.make.cookie({ roles: ['PSP_ALL'] }), `/v1/transaction/count?${query}`)
    expect(list.body.count).toBe(2)
  })
})
