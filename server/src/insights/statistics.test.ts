import { formatQueryString } from '@kontor/contract/lists/query-string'
import { paymentProducts, transactionStatuses, visitedBit } from '@kontor/contract/payments/transaction.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTrade, type Trade } from '../../test/figures/random-trade.ts'
import type { AnyAnswer } from '../../test/world.ts'
import { type Random, seeded } from '../demo/trade/random.ts'
import { fold } from './rollups/fold.ts'

let trade: Trade
let viewers: Viewer[]
const random: Random = seeded('statistics')

interface Viewer {
  name: string
  cookie: string
  /** The parameters that it adds to an address. */
  narrowed: Record<string, string>
  /** SQL of the rows of a table that it may see. */
  sees: string
}

beforeAll(async () => {
  trade = await makeTrade(1_500)
  const { kontor, a } = trade
  const { cookie } = kontor.make
  const provider = await cookie({ roles: ['PSP_ALL'] })
  const ofA = `x.merchant_id = '${a.merchant}'`
  const ofSub = `${ofA} and x.organisation_id in ('${a.sub}', '${a.below}')`
  viewers = [
    { name: 'provider', cookie: provider, narrowed: {}, sees: 'true' },
    { name: 'provider as A', cookie: provider, narrowed: { merchant: a.merchant }, sees: ofA },
    { name: 'A', cookie: await cookie({ merchant: a.merchant, roles: ['USER_ALL'] }), narrowed: {}, sees: ofA },
    {
      name: 'sub of A',
      cookie: await cookie({ merchant: a.merchant, organisation: a.sub, roles: ['USER_ALL'] }),
      narrowed: {},
      sees: ofSub,
    },
    { name: 'provider as sub of A', cookie: provider, narrowed: { organisation: a.sub }, sees: ofSub },
  ]
}, 120_000)
afterAll(() => trade.stop())

const get = async (
  viewer: Viewer,
  path: string,
  query: Record<string, string | undefined> = {},
): Promise<AnyAnswer> => {
  const given = Object.fromEntries(Object.entries({ ...viewer.narrowed, ...query }).filter(([, value]) => value))
  const { status, body } = await trade.kontor.get(
    viewer.cookie,
    `${path}?${formatQueryString(given as Record<string, string>)}`,
  )
  expect([path, given, status, body?.details]).toEqual([path, given, 200, undefined])
  return body
}

const zones = ['Europe/Amsterdam', 'UTC', 'America/New_York', 'Pacific/Auckland', 'Africa/Casablanca']
// The last changes its clock by half an hour.
const partsOfHours = ['Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Chatham', 'Australia/Lord_Howe']
const inZone = (zone: string) => trade.sql('update platform_user set time_zone = $1', [zone])

/** A day or an instant from August 2025 to July 2026, often near a change of the clocks. */
function moment(): string {
  const near = random.pick(['2025-10-26', '2026-03-29', '2025-11-02', '2025-09-28', '2025-10-05', '2026-04-05'])
  const at = random.chance(0.5)
    ? Date.parse(near) + random.between(-36, 36) * 3_600_000
    : Date.parse('2025-08-25') + random.between(0, 320) * 86_400_000
  const text = new Date(at).toISOString()
  return random.chance(0.5) ? text.slice(0, 10) : text
}

function range(): { 'created_at>': string; 'created_at<': string } {
  const [from, to] = [moment(), moment()].sort()
  return { 'created_at>': from as string, 'created_at<': to as string }
}

const isShort = (of: ReturnType<typeof range>) =>
  Date.parse(of['created_at<']) - Date.parse(of['created_at>']) < 150 * 86_400_000

type Of = { range: ReturnType<typeof range>; zone: string; viewer: Viewer; entity: 'transaction' | 'refund' }

/** The rows themselves by plain SQL, with the columns of their payment. */
const rowsOf = ({ range, zone, viewer, entity }: Of) => {
  const bound = (text: string, add: string) =>
    text.length === 10 ? `(date '${text}' + ${add})::timestamp at time zone '${zone}'` : `timestamptz '${text}'`
  const to = range['created_at<']
  const rows = entity === 'transaction' ? 'transaction x' : 'refund x join transaction t on t.id = x.transaction_id'
  const of = entity === 'transaction' ? 'x' : 't'
  return `(select x.created_at, x.created_at at time zone '${zone}' as local, x.status, x.amount, x.merchant_id, x.organisation_id,
    ${entity === 'transaction' ? 'x.visited' : '0'} as visited, ${of}.payment_product, ${of}.payment_product_type,
    ${of}.country_code, ${of}.platform, ${of}.browser, ${of}.currency_code, ${of}.customer_id, x.processor_id from ${rows}
    where ${viewer.sees} and x.created_at >= ${bound(range['created_at>'], '0')}
      and x.created_at ${to.length === 10 ? '<' : '<='} ${bound(to, '1')}) rows`
}

const sums = async (of: Of, key: string, currency: string) =>
  Object.fromEntries(
    (
      await trade.sql(
        `select ${key} as key, count(*)::int as count, sum(amount)::float8 as volume from ${rowsOf(of)}
         where currency_code = $1 group by 1`,
        [currency],
      )
    ).map(({ key, count, volume }) => [key ?? '', { count, volume }]),
  )

const itemsOf = (body: AnyAnswer) =>
  Object.fromEntries(body.items.map(({ value, count, volume }: AnyAnswer) => [value ?? '', { count, volume }]))

const currenciesOf = (of: Of) =>
  trade.sql(
    `select currency_code, count(*)::int as count, sum(amount)::float8 as volume from ${rowsOf(of)}
     group by 1 order by count desc, currency_code`,
  )

async function someTime(
  zone = random.pick([...zones, ...partsOfHours]),
): Promise<{ of: Of; query: Record<string, string | undefined>; currency: string }> {
  await inZone(zone)
  if (random.chance(0.3)) await fold(trade.kontor.databases.provider, random.integer(1, 400))
  const of: Of = {
    range: range(),
    zone,
    viewer: random.pick(viewers),
    entity: random.chance(0.6) ? 'transaction' : 'refund',
  }
  const currencies = await currenciesOf(of)
  const asked = random.chance(0.4) ? random.pick(['EUR', 'USD', 'JPY']) : undefined
  return {
    of,
    query: { ...of.range, currency_code: asked },
    currency: asked ?? String(currencies[0]?.currency_code ?? 'EUR'),
  }
}

/** The beginning of the local hour of a row; an hour in which the half-hour zone moves its clock is parted there. */
const hourStart = `greatest(created_at - (local - date_trunc('hour', local)), (select max(moved) from unnest(
  array['2025-10-04T15:30Z', '2026-04-04T15:00Z']::timestamptz[]) moved
  where moved <= created_at and created_at at time zone 'Australia/Lord_Howe' = local))`

describe('figures equal what plain SQL says of the rows', () => {
  it('per period, whatever the zone, the range, the scope and the currency', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { of, query, currency } = await someTime()
      const period = random.pick(isShort(of.range) ? ['hour', 'day'] : ['day', 'week', 'month'])
      const body = await get(of.viewer, `/v1/${of.entity}/aggregate`, { ...query, period })
      const key =
        period === 'hour'
          ? `to_char((${hourStart}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`
          : `to_char(date_trunc('${period}', local), 'YYYY-MM-DD')`
      const expected = await sums(of, key, currency)
      const points = body.points.filter(({ count }: AnyAnswer) => count > 0)
      expect(
        Object.fromEntries(points.map(({ period, count, volume }: AnyAnswer) => [period, { count, volume }])),
      ).toEqual(expected)
      expect([body.currency_code, body.time_zone]).toEqual([currency, of.zone])
      expect(body.currencies).toEqual(await currenciesOf(of))
      // The points have no gap, from the first instant of the range to the last.
      expect([body.points[0].from, body.points.at(-1).to]).toEqual([body.from, body.to])
      for (const [index, point] of body.points.slice(1).entries())
        expect(Date.parse(point.from) - Date.parse(body.points[index].to)).toBe(1)
    }
  })

  it('per value of a dimension', async () => {
    for (let round = 0; round < 40; round += 1) {
      const { of, query, currency } = await someTime()
      const dimensions =
        of.entity === 'transaction'
          ? ['country', 'payment-product', 'status', 'platform', 'browser']
          : ['status', 'payment-product', 'payment-product-type']
      for (const dimension of dimensions) {
        const column = dimension === 'country' ? 'country_code' : dimension.replaceAll('-', '_')
        const body = await get(of.viewer, `/v1/${of.entity}/aggregate/${dimension}`, query)
        expect(itemsOf(body)).toEqual(await sums(of, column, currency))
        expect(body.currencies).toEqual(await currenciesOf(of))
      }
    }
  })

  it('per weekday and hour, with hours that come twice or never', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { of: any, query, currency } = await someTime()
      const of = { ...any, entity: 'transaction' as const }
      const own = query.currency_code ?? String((await currenciesOf(of))[0]?.currency_code ?? 'EUR')
      const { weekdays } = await get(of.viewer, '/v1/transaction/aggregate/time-of-day', {
        ...query,
        currency_code: own,
      })
      expect(currency).toHaveLength(3)
      expect(weekdays.map(({ hours }: AnyAnswer) => hours.length)).toEqual(Array(7).fill(24))
      const found = weekdays.flatMap(({ weekday, hours }: AnyAnswer) =>
        hours
          .filter(({ count }: AnyAnswer) => count > 0)
          .map(({ hour, count, volume }: AnyAnswer) => [`${weekday}/${hour}`, { count, volume }]),
      )
      expect(Object.fromEntries(found)).toEqual(
        await sums(of, `extract(isodow from local)::int || '/' || extract(hour from local)::int`, own),
      )
    }
  })

  it('in the specification’s shape per country', async () => {
    for (const viewer of viewers) {
      const of: Of = {
        range: { 'created_at>': '2026-01-01', 'created_at<': '2026-04-15' },
        zone: 'UTC',
        viewer,
        entity: 'transaction',
      }
      await inZone('UTC')
      const body = await get(viewer, '/v1/transaction/aggregate/location', { ...of.range, currency_code: 'EUR' })
      const { '': _, ...expected } = await sums(of, 'country_code', 'EUR')
      const alpha3: Record<string, string> = { NL: 'NLD', BE: 'BEL', DE: 'DEU' }
      expect(body).toHaveLength(3)
      for (const { location, volume, ...rest } of body) {
        expect(rest).toEqual({})
        expect(location).toEqual({ alpha2: location.alpha2, alpha3: alpha3[location.alpha2] })
        expect(volume).toBe(String((expected as AnyAnswer)[location.alpha2].volume))
      }
    }
  })

  it('of the lifecycle: how many have passed each status', async () => {
    const of: Of = { range: range(), zone: 'UTC', viewer: viewers[0] as Viewer, entity: 'transaction' }
    of.range = { 'created_at>': '2025-09-01', 'created_at<': '2026-06-01' }
    await inZone('UTC')
    const body = await get(of.viewer, '/v1/transaction/aggregate/lifecycle', { ...of.range, currency_code: 'USD' })
    const [all] = await trade.sql<AnyAnswer>(
      `select count(*)::int as n, sum(amount)::float8 as amount from ${rowsOf(of)} where currency_code = 'USD'`,
    )
    for (const [index, name] of transactionStatuses.entries()) {
      const [one] = await trade.sql<AnyAnswer>(
        `select count(*)::int as count, coalesce(sum(amount), 0)::float8 as volume from ${rowsOf(of)}
         where currency_code = 'USD' and visited & ${visitedBit(name)} <> 0`,
      )
      expect(body.items[index]).toEqual({
        name,
        ...one,
        count_percentage: Math.round((one.count / all.n) * 10_000) / 100,
        volume_percentage: Math.round((one.volume / all.amount) * 10_000) / 100,
      })
    }
  })

  it('of totals: the range, the one before, and growth with two decimals', async () => {
    for (let round = 0; round < 30; round += 1) {
      const { of, query, currency } = await someTime()
      const period = random.pick(['day', 'week', 'month'])
      const body = await get(of.viewer, `/v1/${of.entity}/aggregate/total`, { ...query, period })
      const totalIn = async ({ from, to }: { from: string; to: string }) =>
        (await sums({ ...of, range: { 'created_at>': from, 'created_at<': to } }, `''`, currency))[''] ?? {
          count: 0,
          volume: 0,
        }
      const [now, before, current, earlier] = [
        await totalIn(body),
        await totalIn(body.previous),
        await totalIn(body.current),
        await totalIn(body.previous_current),
      ] as { count: number; volume: number }[]
      const growth = (one: number, other: number) =>
        other === 0 ? (one === 0 ? 0 : null) : Math.round(((one - other) / other) * 10_000) / 100
      for (const what of ['count', 'volume'] as const) {
        expect([body[what].total, body[what].current]).toEqual([now?.[what], current?.[what]])
        expect([body[what].growth.total, body[what].growth.current]).toEqual([
          growth(now?.[what] ?? 0, before?.[what] ?? 0),
          growth(current?.[what] ?? 0, earlier?.[what] ?? 0),
        ])
      }
    }
  })

  it('of customers, their statuses and the best of them', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { of: any, query } = await someTime()
      const of = { ...any, entity: 'transaction' as const }
      const own = query.currency_code ?? String((await currenciesOf(of))[0]?.currency_code ?? 'EUR')
      const output = random.pick(['count', 'volume'])
      const best = await get(of.viewer, '/v1/customer/best', { ...query, output, _limit: '5' })
      const expected = await trade.sql(
        `select customer_id as id, count(*)::int as count, sum(amount)::float8 as volume from ${rowsOf(of)}
         where currency_code = $1 and customer_id is not null group by 1
         order by ${output} desc, ${output === 'count' ? 'volume' : 'count'} desc, 1 limit 5`,
        [own],
      )
      expect(best.items.map(({ customer, count, volume }: AnyAnswer) => ({ id: customer.id, count, volume }))).toEqual(
        expected,
      )
      const from = of.range['created_at>'].slice(0, 10)
      const to = of.range['created_at<'].slice(0, 10)
      const [customers] = await trade.sql<AnyAnswer>(
        `select count(*)::int as count, count(*) filter (where status = 'VERIFIED')::int as verified from customer x
         where ${of.viewer.sees} and (created_at at time zone '${of.zone}')::date between $1::date and $2::date`,
        [from, to],
      )
      const days = { 'created_at>': from, 'created_at<': to }
      const series = await get(of.viewer, '/v1/customer/aggregate', { ...days, period: 'month' })
      const total = await get(of.viewer, '/v1/customer/aggregate/total', days)
      const statuses = await get(of.viewer, '/v1/customer/aggregate/status', days)
      const sum = series.points.reduce((all: number, { count }: AnyAnswer) => all + count, 0)
      expect([sum, total.count.total]).toEqual([customers.count, customers.count])
      expect(statuses.items.find(({ value }: AnyAnswer) => value === 'VERIFIED')?.count ?? 0).toBe(customers.verified)
    }
  })

  it('of the highest refunds', async () => {
    for (const viewer of viewers) {
      const of: Of = {
        range: { 'created_at>': '2025-10-01', 'created_at<': '2026-05-01' },
        zone: 'UTC',
        viewer,
        entity: 'refund',
      }
      await inZone('UTC')
      const { items } = await get(viewer, '/v1/refund/highest', { ...of.range, currency_code: 'EUR', _limit: '7' })
      const expected = await trade.sql(
        `select amount::float8 from ${rowsOf(of)} where currency_code = 'EUR' order by amount desc limit 7`,
      )
      expect(items.map(({ amount }: AnyAnswer) => ({ amount }))).toEqual(expected)
      for (const { payment_profile } of items) expect(payment_profile.currency_code).toBe('EUR')
    }
  })

  it('of processors side by side', async () => {
    const processors = await trade.sql<{ id: string }>('select id from processor where merchant_id = $1 order by id', [
      trade.a.merchant,
    ])
    const ids = processors.map(({ id }) => id)
    const of: Of = {
      range: { 'created_at>': '2025-10-01', 'created_at<': '2026-05-01' },
      zone: 'UTC',
      viewer: viewers[1] as Viewer,
      entity: 'transaction',
    }
    await inZone('UTC')
    const body = await get(of.viewer, '/v1/processor/compare', {
      ...of.range,
      currency_code: 'EUR',
      ids: ids.join(','),
    })
    const expected = await sums(of, `processor_id || '/' || status`, 'EUR')
    expect(body.processors.map(({ id }: AnyAnswer) => id)).toEqual(ids)
    for (const { id, transaction } of body.processors) {
      const own = Object.entries(expected).filter(([key]) => key.startsWith(id)) as [
        string,
        { count: number; volume: number },
      ][]
      const count = own.reduce((sum, [, one]) => sum + one.count, 0)
      const succeeded = own
        .filter(([key]) => /AUTHORIZED|SETTLEMENT_COMPLETED/.test(key))
        .reduce((sum, [, one]) => sum + one.count, 0)
      expect(transaction).toMatchObject({ count, conversion: Math.round((succeeded / count) * 10_000) / 100 })
      for (const [key, one] of own.filter(([key]) => !key.endsWith('INITIATED')))
        expect(transaction.status[key.split('/')[1] as string]).toEqual({ count: one.count, amount: one.volume })
    }
  })
})

describe('the count of a list', () => {
  it('is that of the rows, whatever it is filtered by', async () => {
    for (let round = 0; round < 120; round += 1) {
      const { of } = await someTime()
      const { where, query } = filtersFor(of)
      const { count } = await get(of.viewer, `/v1/${of.entity}/count`, query)
      const [expected] = await trade.sql(`select count(*)::int as count from ${rowsOf(of)} where ${where}`)
      expect({ query, count }).toEqual({ query, count: expected?.count })
    }
    const { count } = await get(viewers[0] as Viewer, '/v1/transaction/count')
    expect([{ count }]).toEqual(await trade.sql('select count(*)::int as count from transaction'))
  })

  it('is the figure that was clicked', async () => {
    await inZone('America/New_York')
    for (const viewer of viewers) {
      const range = { 'created_at>': '2025-10-20', 'created_at<': '2026-04-02' }
      const { points } = await get(viewer, '/v1/transaction/aggregate', {
        ...range,
        currency_code: 'EUR',
        period: 'week',
      })
      for (const { from, to, count } of points) {
        const query = { 'created_at>': from, 'created_at<': to, currency_code: 'EUR' }
        expect((await get(viewer, '/v1/transaction/count', query)).count).toBe(count)
      }
      const { items } = await get(viewer, '/v1/transaction/aggregate/status', { ...range, currency_code: 'EUR' })
      for (const { value, count } of items)
        expect(
          (await get(viewer, '/v1/transaction/count', { ...range, currency_code: 'EUR', status: value })).count,
        ).toBe(count)
    }
  })

  function filtersFor({ entity, range }: Of) {
    const columns: [string, string, readonly string[]][] = [
      ['status', 'status', ['SETTLEMENT_COMPLETED', 'AUTHORIZED', 'DECLINED', 'UNKNOWN']],
      ['payment_product', 'payment_product', paymentProducts.slice(0, 3)],
      ['currency_code', 'currency_code', ['EUR', 'USD', 'JPY']],
    ]
    if (entity === 'refund') columns[0] = ['status', 'status', ['PROCESSED', 'PENDING', 'FAILED']]
    else
      columns.push(
        ['country_code', 'country_code', ['NL', 'BE', 'FR']],
        ['platform', 'platform', ['ios', 'windows']],
        ['processor', 'processor_id', [trade.a.processor, trade.b.processor]],
      )
    const chosen = columns
      .filter(() => random.chance(0.35))
      .map(([name, column, values]) => ({ name, column, value: random.pick(values) }))
    return {
      query: { ...range, ...Object.fromEntries(chosen.map(({ name, value }) => [name, value])) },
      where: ['true', ...chosen.map(({ column, value }) => `${column} = '${value}'`)].join(' and '),
    }
  }
})
