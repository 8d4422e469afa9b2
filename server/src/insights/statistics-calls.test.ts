import type { Endpoint, Schemas } from '@kontor/contract/endpoint'
import * as customer from '@kontor/contract/insights/customer-statistics.endpoints'
import * as customerSchemas from '@kontor/contract/insights/customer-statistics.schemas'
import * as processor from '@kontor/contract/insights/processor-statistics.endpoints'
import * as processorSchemas from '@kontor/contract/insights/processor-statistics.schemas'
import * as refund from '@kontor/contract/insights/refund-statistics.endpoints'
import * as refundSchemas from '@kontor/contract/insights/refund-statistics.schemas'
import * as transaction from '@kontor/contract/insights/transaction-statistics.endpoints'
import * as transactionSchemas from '@kontor/contract/insights/transaction-statistics.schemas'
import { formatQueryString } from '@kontor/contract/lists/query-string'
import type { Requirement, Role } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTrade, type Trade } from '../../test/figures/random-trade.ts'
import type { AnyAnswer } from '../../test/world.ts'
import { foldAll } from './rollups/fold.ts'

let trade: Trade
let owner: string
let provider: string

beforeAll(async () => {
  trade = await makeTrade(200)
  const { cookie } = trade.kontor.make
  owner = await cookie({ merchant: trade.a.merchant, roles: ['USER_ALL'] })
  provider = await cookie({ roles: ['PSP_ALL'] })
}, 60_000)
afterAll(() => trade.stop())

const ask = (who: string, path: string, query: Record<string, string> = {}) =>
  trade.kontor.get(who, `${path}?${formatQueryString(query)}`)
const get = async (path: string, query: Record<string, string> = {}): Promise<AnyAnswer> => {
  const { status, body } = await ask(owner, path, query)
  expect([path, status]).toEqual([path, 200])
  return body
}
const inZone = (zone: string) => trade.sql('update platform_user set time_zone = $1', [zone])
const needed = (path: string): Record<string, string> =>
  path === '/v1/processor/compare' ? { ids: trade.a.processor } : {}

const endpoints: Record<string, Endpoint> = { ...customer, ...processor, ...refund, ...transaction }
// The type of a namespace does not say that its schemas are named after their endpoints or after breakdowns.
const shapes = { ...customerSchemas, ...processorSchemas, ...refundSchemas, ...transactionSchemas } as Record<
  string,
  Schemas
>
const schemasOf = (name: string): Schemas =>
  shapes[name.replace(/Endpoint$/, 'Schemas')] ?? shapes[name.replace(/By\w+$/, 'BreakdownSchemas')] ?? {}
const statistics = Object.entries(endpoints).map(
  ([name, endpoint]) => [endpoint.path, endpoint, schemasOf(name)] as const,
)

describe('every call', () => {
  it.each(statistics)('%s answers what it says', async (path, _endpoint, { reply }) => {
    const { status, body } = await ask(owner, path, needed(path))
    expect([status, reply?.safeParse(body)]).toMatchObject([200, { success: true }])
    const { paths } = (await trade.kontor.get('', '/v1/openapi.json')).body
    expect(paths[path].get.responses[200]).toBeDefined()
  })

  it.each(statistics)('%s is for whoever holds one of its roles', async (path, { access }) => {
    const roles = access as Requirement
    const { cookie } = trade.kontor.make
    const { merchant } = trade.a
    expect((await ask('', path)).status).toBe(401)
    for (const [role] of roles)
      if (role && !role.startsWith('PSP'))
        expect((await ask(await cookie({ merchant, roles: [role] }), path, needed(path))).status).toBe(200)
    const other: Role[] = ['TRANSACTION_LIST', 'REFUND_LIST', 'CUSTOMER_LIST', 'PLAN_ALL']
    const refused = await ask(await cookie({ merchant, roles: other }), path, needed(path))
    expect([refused.status, refused.body.details]).toEqual([403, { roles: roles.flat() }])
  })

  it('refuses what it does not know, and names it', async () => {
    for (const [query, detail] of [
      [{ nonsense: '1' }, { 'query.nonsense': 'unknown' }],
      [{ 'created_at>': '2026-02-30' }, { 'query.created_at>': 'invalid_date' }],
      [{ 'created_at>': '2026-05-02', 'created_at<': '2026-05-01' }, { 'query.created_at<': 'before_start' }],
      [{ currency_code: 'euro' }, { 'query.currency_code': 'invalid_currency' }],
      [{ period: 'year' }, { 'query.period': 'invalid_value' }],
      [
        { period: 'hour', 'created_at>': '2020-01-01', 'created_at<': '2026-01-01' },
        { 'query.period': 'too_many_points' },
      ],
      [{ merchant: 'x' }, { 'query.merchant': 'invalid_id' }],
    ] as [Record<string, string>, Record<string, string>][]) {
      const { status, body } = await ask(owner, '/v1/transaction/aggregate', query)
      expect([query, status, body.details]).toEqual([query, 400, detail])
    }
    for (const [ids, reason] of [
      ['', 'required'],
      ['x', 'invalid_id'],
      [trade.b.processor, 'not_found'],
      [Array.from({ length: 4 }, () => crypto.randomUUID()).join(','), 'too_many'],
    ]) {
      const { status, body } = await ask(owner, '/v1/processor/compare', ids ? { ids } : {})
      expect([ids, status, Object.entries(body.details)[0]]).toEqual([
        ids,
        400,
        [expect.stringContaining('query.ids'), reason],
      ])
    }
  })

  it('sees no more than the caller may', async () => {
    expect((await ask(owner, '/v1/transaction/aggregate', { merchant: trade.b.merchant })).status).toBe(404)
    const range = { 'created_at>': '2025-01-01', 'created_at<': '2026-12-31', currency_code: 'EUR' }
    const of = async (who: string, query = {}) =>
      (await ask(who, '/v1/transaction/aggregate/total', { ...range, ...query })).body.count.total
    const [a, b, all] = [
      await of(provider, { merchant: trade.a.merchant }),
      await of(provider, { merchant: trade.b.merchant }),
      await of(provider),
    ]
    expect(await of(owner)).toBe(a)
    expect([a + b, Math.min(a, b) > 0]).toEqual([all, true])
  })
})

describe('a range', () => {
  it('is the month up to now when none is named', async () => {
    const before = Date.now()
    const { from, to } = await get('/v1/transaction/aggregate')
    expect(Date.parse(to)).toBeGreaterThanOrEqual(before - 1)
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    expect([days > 27.9, days < 32.1]).toEqual([true, true])
  })

  it('of a day without a time is that day of the caller, with 23, 24 or 25 hours', async () => {
    await inZone('Europe/Amsterdam')
    for (const [day, hours] of [
      ['2026-03-29', 23],
      ['2026-03-30', 24],
      ['2025-10-26', 25],
    ] as const) {
      const { points, from, to } = await get('/v1/transaction/aggregate', {
        period: 'hour',
        'created_at>': day,
        'created_at<': day,
      })
      expect([day, points.length, Date.parse(to) - Date.parse(from)]).toEqual([day, hours, hours * 3_600_000 - 1])
      const days = await get('/v1/transaction/aggregate', { 'created_at>': day, 'created_at<': day })
      expect(days.points).toEqual([expect.objectContaining({ period: day, from, to })])
    }
  })

  it('has weeks from Monday and whole months, cut by its ends', async () => {
    const query = { 'created_at>': '2026-01-01', 'created_at<': '2026-02-10' }
    const periods = async (period: string) =>
      (await get('/v1/transaction/aggregate', { ...query, period })).points.map((point: AnyAnswer) => point.period)
    expect(await periods('week')).toEqual([
      '2025-12-29',
      '2026-01-05',
      '2026-01-12',
      '2026-01-19',
      '2026-01-26',
      '2026-02-02',
      '2026-02-09',
    ])
    expect(await periods('month')).toEqual(['2026-01-01', '2026-02-01'])
  })

  it('in a zone of half hours or quarters is exactly the list that its point leads to', async () => {
    await foldAll(trade.kontor.databases.provider)
    const query = { 'created_at>': '2025-10-01', 'created_at<': '2026-05-31', currency_code: 'EUR' }
    for (const zone of ['Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      await inZone(zone)
      for (const period of ['day', 'month']) {
        const { points } = await get('/v1/transaction/aggregate', { ...query, period })
        const inLists = await trade.sql<AnyAnswer>(
          `select (select count(*)::int from transaction where merchant_id = $1 and currency_code = 'EUR'
             and created_at between from_::timestamptz and to_::timestamptz) as count
           from unnest($2::text[], $3::text[]) with ordinality as point(from_, to_, at) order by at`,
          [trade.a.merchant, points.map(({ from }: AnyAnswer) => from), points.map(({ to }: AnyAnswer) => to)],
        )
        expect(points.map(({ count }: AnyAnswer) => ({ count }))).toEqual(inLists)
        expect(points.filter(({ count }: AnyAnswer) => count > 0).length).toBeGreaterThan(5)
      }
    }
  })
})

describe('money', () => {
  it('is of one currency, the most used one unless another is named; the reply names them all', async () => {
    const query = { 'created_at>': '2025-01-01', 'created_at<': '2026-12-31' }
    const [most, ...others] = await trade.sql<AnyAnswer>(
      `select currency_code, count(*)::int as count, sum(amount)::float8 as volume from transaction where merchant_id = $1
       group by 1 order by 2 desc`,
      [trade.a.merchant],
    )
    const body = await get('/v1/transaction/aggregate/total', query)
    expect(body).toMatchObject({ currency_code: most.currency_code, currencies: [most, ...others] })
    expect([body.count.total, body.volume.total]).toEqual([most.count, most.volume])
    const other = await get('/v1/transaction/aggregate/total', { ...query, currency_code: others[0].currency_code })
    expect([other.count.total, other.volume.total]).toEqual([others[0].count, others[0].volume])
    const none = await get('/v1/transaction/aggregate/total', { ...query, currency_code: 'CHF' })
    expect(none).toMatchObject({ currency_code: 'CHF', count: { total: 0 }, volume: { total: 0, average: 0 } })
    const empty = await get('/v1/transaction/aggregate/status', {
      'created_at>': '2020-01-01',
      'created_at<': '2020-01-02',
    })
    expect(empty).toMatchObject({ currency_code: 'EUR', currencies: [], items: [] })
  })
})

describe('the turnover of a processor', () => {
  it('is what succeeded in the last 24 hours, against the 24 before, in the merchant’s base currency', async () => {
    const { make } = trade.kontor
    const shop = await make.merchant({ currency_code: 'USD' })
    await trade.sql(`update merchant set base_currency = 'USD' where id = $1`, [shop.merchant])
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const paid = (hours: number, amount: number, status: 'AUTHORIZED' | 'DECLINED' = 'AUTHORIZED', of = shop) =>
      make.transaction(of, { created_at: hoursAgo(hours), amount, status })
    await Promise.all([
      paid(1, 700),
      paid(23, 500),
      paid(25, 1000),
      paid(47, 600),
      paid(49, 5_000),
      paid(2, 9_999, 'DECLINED'),
    ])
    const who = await make.cookie({ merchant: shop.merchant, roles: ['PROCESSOR_LIST'] })
    const turnover = async () => (await ask(who, '/v1/processor/statistics')).body
    const dollars = { currency_code: 'USD', last24hours: 1200, count: 2, yesterday: 1600 }
    expect(await turnover()).toMatchObject([
      {
        id: shop.processor,
        gateway: 'sandbox',
        gatewayLabel: 'Sandbox',
        payment_product: 'card',
        ...dollars,
        diff: -25,
        sign: '<',
        conversion: { rates: [], without_rate: [] },
        currencies: [dollars],
      },
    ])

    const yen = await make.profile(shop.merchant, { currency_code: 'JPY' })
    await paid(3, 800, 'AUTHORIZED', { ...shop, profile: yen, currency_code: 'JPY' })
    // Without a rate, amounts in yen count as payments and are listed separately.
    expect(await turnover()).toMatchObject([
      {
        ...dollars,
        count: 3,
        diff: null,
        conversion: { rates: [], without_rate: [{ currency_code: 'JPY', count: 1, volume: 800 }] },
        currencies: [dollars, { currency_code: 'JPY', last24hours: 800, count: 1, yesterday: 0 }],
      },
    ])
    const day = hoursAgo(48).toISOString().slice(0, 10)
    for (const [code, rate] of [
      ['USD', '1.25'],
      ['JPY', '160'],
    ])
      await trade.sql(`insert into exchange_rate values ($1, $2, $3, 'test', now())`, [code, day, rate])
    // 800 yen are 5 euro are 6.25 dollars.
    expect(await turnover()).toMatchObject([
      {
        currency_code: 'USD',
        last24hours: 1825,
        count: 3,
        yesterday: 1600,
        diff: 14.06,
        sign: '>',
        conversion: {
          rates: [
            { currency_code: 'JPY', day, per_euro: '160' },
            { currency_code: 'USD', day, per_euro: '1.25' },
          ],
          without_rate: [],
        },
      },
    ])
  })
})
