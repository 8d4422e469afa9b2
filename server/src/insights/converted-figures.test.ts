import { formatQueryString } from '@kontor/contract/lists/query-string'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTrade, type Trade } from '../../test/figures/random-trade.ts'
import type { AnyAnswer } from '../../test/world.ts'
import { type Random, seeded } from '../demo/trade/random.ts'
import { fold } from './rollups/fold.ts'

// The expected values are computed here directly from the rows, in big integers of thousandths of a cent, per currency.
const codes = ['EUR', 'USD', 'JPY', 'KWD', 'BHD', 'SEK', 'XPF'] as const
const decimals: Record<string, number> = { EUR: 2, USD: 2, JPY: 0, KWD: 3, BHD: 3, SEK: 2, XPF: 0, GBP: 2 }
const withoutRate = 'XPF'

let trade: Trade
let owner: string
let provider: string
const random: Random = seeded('converted')

beforeAll(async () => {
  trade = await makeTrade(900)
  const { cookie } = trade.kontor.make
  owner = await cookie({ merchant: trade.a.merchant, roles: ['USER_ALL'] })
  provider = await cookie({ roles: ['PSP_ALL'] })
  await trade.sql(`update platform_user set time_zone = 'Europe/Amsterdam'`)
  await trade.sql(`update merchant set base_currency = 'GBP' where id = $1`, [trade.b.merchant])
  await scatter()
  await rate()
}, 120_000)
afterAll(() => trade.stop())

/** The same payments in seven currencies: shops, rows, and the deltas. */
async function scatter(): Promise<void> {
  await trade.sql(`set session_replication_role = replica`)
  const shops = await trade.sql<{ id: string }>('select id from payment_profile order by id')
  for (const [index, { id }] of shops.entries()) {
    const code = codes[index % codes.length]
    await trade.sql('update payment_profile set currency_code = $1 where id = $2', [code, id])
    await trade.sql('update transaction set currency_code = $1 where payment_profile_id = $2', [code, id])
    await trade.sql('update statistics_delta set currency_code = $1 where payment_profile_id = $2', [code, id])
  }
  await trade.sql(`set session_replication_role = origin`)
}

/** Rates for about every fourth day, at random: the newest on or before a day is often older than the day. */
async function rate(): Promise<void> {
  const about: Record<string, number> = { USD: 1.08, JPY: 160, KWD: 0.33, BHD: 0.41, SEK: 11.2, GBP: 0.86 }
  for (const [code, middle] of Object.entries(about)) {
    for (let day = Date.parse('2025-08-01'); day < Date.parse('2026-12-01'); day += random.integer(1, 8) * 86_400_000) {
      const text = (middle * (0.9 + random.between(0, 2000) / 10_000)).toFixed(4)
      const date = new Date(day).toISOString().slice(0, 10)
      await trade.sql(`insert into exchange_rate values ($1, $2, $3::numeric, 'test', now())`, [code, date, text])
    }
  }
}

async function ratesBy(day: string): Promise<Record<string, string>> {
  const rows = await trade.sql<{ code: string; rate: string }>(
    `select distinct on (currency_code) currency_code as code, rate::text from exchange_rate where day <= $1
     order by currency_code, day desc`,
    [day],
  )
  return { EUR: '1', ...Object.fromEntries(rows.map(({ code, rate }) => [code, rate])) }
}

const asInteger = (rate: string) => BigInt(Math.round(Number(rate) * 10_000))

/** Rounds half to even, by comparing with the two integers around the quotient. */
function inBase(amount: number, code: string, base: string, rates: Record<string, string>): number {
  if (code === base) return amount
  const above = BigInt(amount) * asInteger(rates[base] as string) * 10n ** BigInt(decimals[base] as number)
  const below = asInteger(rates[code] as string) * 10n ** BigInt(decimals[code] as number)
  const low = above / below
  const [toLow, toHigh] = [above - low * below, (low + 1n) * below - above]
  return Number(toLow < toHigh || (toLow === toHigh && low % 2n === 0n) ? low : low + 1n)
}

interface Own {
  key: string
  currency_code: string
  count: number
  volume: number
}

function sumsOf(own: readonly Own[], base: string, rates: Record<string, string>) {
  const sums: Record<string, { count: number; volume: number }> = {}
  for (const { key, currency_code, count, volume } of own) {
    const sum = sums[key] ?? { count: 0, volume: 0 }
    const worth = currency_code === withoutRate ? 0 : inBase(volume, currency_code, base, rates)
    sums[key] = { count: sum.count + count, volume: sum.volume + worth }
  }
  return sums
}

const day = () => new Date(Date.parse('2025-09-10') + random.between(0, 270) * 86_400_000).toISOString().slice(0, 10)

interface Round {
  who: string
  merchant: string | undefined
  base: string
  range: { 'created_at>': string; 'created_at<': string }
  rates: Record<string, string>
}

async function someRound(): Promise<Round> {
  if (random.chance(0.3)) await fold(trade.kontor.databases.provider, random.integer(1, 300))
  const [from = '', to = ''] = [day(), day()].sort()
  const who = random.pick([
    { who: owner, merchant: trade.a.merchant, base: 'EUR' },
    { who: provider, merchant: undefined, base: 'EUR' },
    { who: provider, merchant: trade.b.merchant, base: 'GBP' },
  ])
  return { ...who, range: { 'created_at>': from, 'created_at<': to }, rates: await ratesBy(to) }
}

async function get(
  { who, merchant, range }: Round,
  path: string,
  query: Record<string, string> = {},
): Promise<AnyAnswer> {
  const narrowed = merchant && who === provider ? { merchant } : {}
  const address = formatQueryString({ ...range, in_base_currency: 'true', ...narrowed, ...query })
  const { status, body } = await trade.kontor.get(who, `${path}?${address}`)
  expect([path, status, body?.details]).toEqual([path, 200, undefined])
  return body
}

const own = (
  { merchant, range }: Round,
  key: string,
  entity: 'transaction' | 'refund' = 'transaction',
  also = 'true',
) =>
  trade.sql<Own & Record<string, unknown>>(
    `select ${key} as key, t.currency_code, count(*)::int as count, sum(x.amount)::float8 as volume
     from ${entity === 'refund' ? 'refund x join transaction t on t.id = x.transaction_id' : 'transaction x join transaction t using (merchant_id, created_at, id)'}
     where x.created_at >= $1::date::timestamp at time zone 'Europe/Amsterdam'
       and x.created_at < ($2::date + 1)::timestamp at time zone 'Europe/Amsterdam'
       and ($3::uuid is null or x.merchant_id = $3) and ${also}
     group by 1, 2 order by count desc, currency_code`,
    [range['created_at>'], range['created_at<'], merchant ?? null],
  )

const bare = ({ count, volume }: { count: number; volume: number }) => ({ count, volume })

describe('figures in the base currency', () => {
  it('are, per period, each currency’s total converted once, with the newest rate on or before the last day', async () => {
    for (let turn = 0; turn < 25; turn += 1) {
      const round = await someRound()
      const period = random.pick(['day', 'week', 'month'])
      const entity = random.pick(['transaction', 'refund'] as const)
      const body = await get(round, `/v1/${entity}/aggregate`, { period })
      const key = `to_char(date_trunc('${period}', x.created_at at time zone 'Europe/Amsterdam'), 'YYYY-MM-DD')`
      const expected = sumsOf(await own(round, key, entity), round.base, round.rates)
      const points = body.points.filter(({ count }: AnyAnswer) => count > 0)
      expect(Object.fromEntries(points.map((point: AnyAnswer) => [point.period, bare(point)]))).toEqual(expected)
      expect([body.currency_code, body.base_currency]).toEqual([round.base, round.base])
    }
  })

  it('say their rates, and show apart what has none', async () => {
    const rates = await ratesBy('2026-06-30')
    const range = { 'created_at>': '2025-10-01', 'created_at<': '2026-06-30' }
    const round: Round = { who: provider, merchant: undefined, base: 'EUR', range, rates }
    const body = await get(round, '/v1/transaction/aggregate/total')
    const each = (await own(round, `''`)).map(({ key: _, ...of }) => of)
    expect(body.currencies).toEqual(each)
    expect(body.conversion.without_rate).toEqual(each.filter(({ currency_code }) => currency_code === withoutRate))
    const used = each.map(({ currency_code }) => currency_code).filter((code) => code !== 'EUR' && code !== withoutRate)
    const said = body.conversion.rates.map(({ currency_code, per_euro }: AnyAnswer) => [currency_code, per_euro])
    expect(said).toEqual(used.sort().map((code) => [code, rates[code]]))
    // Both ranges lack an amount, so the rest cannot be compared.
    expect(body.volume.growth).toEqual({ average: null, total: null, current: null })
    expect(body.count.growth.total).not.toBeNull()
    expect(codes.filter((code) => code !== 'EUR' && code !== withoutRate).sort()).toEqual(used)
  })

  it('are the same total however they are told apart by one thing at a time', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const round = await someRound()
      const columns: Record<string, string> = {
        country: 'country_code',
        'payment-product': 'payment_product',
        status: 'status',
      }
      for (const [path, column] of Object.entries(columns)) {
        const { items } = await get(round, `/v1/transaction/aggregate/${path}`)
        const expected = sumsOf(await own(round, `coalesce(x.${column}, '')`), round.base, round.rates)
        expect(Object.fromEntries(items.map((item: AnyAnswer) => [item.value ?? '', bare(item)]))).toEqual(expected)
      }
      const total = await get(round, '/v1/transaction/aggregate/total')
      const [all] = Object.values(sumsOf(await own(round, `''`), round.base, round.rates))
      expect([total.count.total, total.volume.total]).toEqual([all?.count ?? 0, all?.volume ?? 0])
      const { weekdays } = await get(round, '/v1/transaction/aggregate/time-of-day')
      const hours = sumsOf(
        await own(
          round,
          `extract(hour from x.created_at at time zone 'Europe/Amsterdam')::int || '/' ||
        extract(isodow from x.created_at at time zone 'Europe/Amsterdam')::int`,
        ),
        round.base,
        round.rates,
      )
      for (const { weekday, hours: of } of weekdays)
        for (const hour of of) expect(bare(hour)).toEqual(hours[`${hour.hour}/${weekday}`] ?? { count: 0, volume: 0 })
    }
  })

  it('rank customers by what all their payments are worth, and refunds whatever their currency', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const round = await someRound()
      const output = random.pick(['count', 'volume'] as const)
      const best = await get(round, '/v1/customer/best', { output, _limit: '5' })
      const worth = sumsOf(
        await own(round, 'x.customer_id::text', 'transaction', 'x.customer_id is not null'),
        round.base,
        round.rates,
      )
      const ranked = Object.entries(worth)
        .map(([id, sum]) => ({ id, ...sum }))
        .sort(
          (one, other) =>
            other[output] - one[output] || (output === 'count' ? other.volume - one.volume : other.count - one.count),
        )
      const found = best.items.map(({ customer, ...sum }: AnyAnswer) => ({ id: customer.id, ...bare(sum) }))
      expect(found).toEqual(ranked.slice(0, 5))
      const { items } = await get(round, '/v1/refund/highest', { _limit: '6' })
      const refunds = await own(round, 'x.id::text', 'refund')
      const highest = refunds
        .filter(({ currency_code }) => currency_code !== withoutRate)
        .map(({ currency_code, volume }) => inBase(volume, currency_code, round.base, round.rates))
        .sort((one, other) => other - one)
      expect(
        items.map((item: AnyAnswer) =>
          inBase(item.amount, item.payment_profile.currency_code, round.base, round.rates),
        ),
      ).toEqual(highest.slice(0, 6))
    }
  })

  it('compare processors over all currencies', async () => {
    const round: Round = {
      who: owner,
      merchant: trade.a.merchant,
      base: 'EUR',
      range: { 'created_at>': '2025-10-01', 'created_at<': '2026-03-31' },
      rates: await ratesBy('2026-03-31'),
    }
    const { processors } = await get(round, '/v1/processor/compare', { ids: trade.a.processor })
    const of = `x.processor_id = '${trade.a.processor}'`
    const expected = sumsOf(await own(round, 'x.status', 'transaction', of), 'EUR', round.rates)
    for (const [status, { count, amount }] of Object.entries<AnyAnswer>(processors[0].transaction.status))
      expect({ count, volume: amount }).toEqual(expected[status] ?? { count: 0, volume: 0 })
  })

  it('keep the specification’s shape per country, with the rates in the headers', async () => {
    const query = { 'created_at>': '2025-10-01', 'created_at<': '2026-06-30', in_base_currency: 'true' }
    const { body, headers } = await trade.kontor.get(
      provider,
      `/v1/transaction/aggregate/location?${formatQueryString(query)}`,
    )
    const rates = await ratesBy('2026-06-30')
    const round: Round = { who: provider, merchant: undefined, base: 'EUR', range: query, rates }
    const expected = sumsOf(
      await own(round, 'x.country_code', 'transaction', 'x.country_code is not null'),
      'EUR',
      rates,
    )
    expect(Object.fromEntries(body.map(({ location, volume }: AnyAnswer) => [location.alpha2, volume]))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([code, { volume }]) => [code, String(volume)])),
    )
    expect([headers.get('kontor-currency'), headers.get('kontor-without-rate')]).toEqual(['EUR', withoutRate])
    expect(headers.get('kontor-rates')).toContain(`JPY ${rates.JPY} 20`)
  })

  it('are not also of one currency', async () => {
    const { status, body } = await trade.kontor.get(
      owner,
      '/v1/transaction/aggregate?in_base_currency=true&currency_code=USD',
    )
    expect([status, body.details]).toEqual([400, { 'query.in_base_currency': 'not_with_currency_code' }])
  })
})
