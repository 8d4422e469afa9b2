import { type Columnar, openColumnar } from './duckdb.ts'
import { compare, median } from './measure.ts'
import { type Chapter, type Finding, ms, times } from './report.ts'
import type { Caller, World } from './world.ts'

const day = 86_400_000
const zone = 'Europe/Amsterdam'

interface Chart {
  name: string
  path: string
  /** What is grouped by, in PostgreSQL as in DuckDB. */
  by: string
}

const local = `(created_at at time zone '${zone}')`
const charts: Chart[] = [
  { name: 'series by day', path: '/v1/transaction/aggregate?period=day', by: `date_trunc('day', ${local})` },
  { name: 'payment products', path: '/v1/transaction/aggregate/payment-product?', by: 'payment_product' },
  { name: 'countries', path: '/v1/transaction/aggregate/country?', by: 'country_code' },
  { name: 'outcomes', path: '/v1/transaction/aggregate/status?', by: 'status' },
  { name: 'lifecycle', path: '/v1/transaction/aggregate/lifecycle?', by: 'visited' },
  { name: 'operating systems', path: '/v1/transaction/aggregate/platform?', by: 'platform' },
  { name: 'browsers', path: '/v1/transaction/aggregate/browser?', by: 'browser' },
  {
    name: 'weekday × hour',
    path: '/v1/transaction/aggregate/time-of-day?',
    by: `extract(isodow from ${local}), extract(hour from ${local})`,
  },
]

/** Every chart of a year, over HTTP, against GROUP BY over the raw rows and against DuckDB over the same rows. */
export async function chartTimes(world: World): Promise<Chapter[]> {
  const columnar = await openColumnar(world)
  const from = new Date(Math.floor((Date.now() - 365 * day) / day) * day).toISOString()
  const scopes: [string, Caller, string, number][] = [
    ['merchant', world.merchant, `merchant_id = '${world.merchant.id}'`, 10],
    ['provider', world.provider, 'true', 100],
  ]
  try {
    const chapters: Chapter[] = []
    for (const [scope, caller, own, wanted] of scopes) {
      const findings: Finding[] = []
      for (const chart of charts) findings.push(await timed(world, columnar, chart, caller, own, from, wanted))
      findings.push(await best(world, columnar, caller, own, from))
      chapters.push({
        title: `Charts of 365 days, ${scope}`,
        text: `Over HTTP, JSON and all. Raw: the same GROUP BY over the rows. DuckDB: the same over a columnar copy with 2 threads, without HTTP.`,
        findings,
      })
    }
    return chapters
  } finally {
    await columnar.close()
  }
}

async function timed(
  { sql }: World,
  columnar: Columnar,
  { name, path, by }: Chart,
  caller: Caller,
  own: string,
  from: string,
  wanted: number,
): Promise<Finding> {
  const currency = `currency_code = 'EUR'`
  const where = `where ${own} and ${currency} and created_at >= '${from}'`
  const grouped = (key: string) => {
    const keys = key.split(/,(?![^(]*\))/).map((_, index) => index + 1)
    return `select ${key}, count(*), sum(amount) from transaction ${where} group by ${keys.join(', ')}`
  }
  const ours = () => caller.get(`${path}&currency_code=EUR&created_at>=${encodeURIComponent(from)}`)
  const raw = await compare(ours, () => sql.query(grouped(by)), { rounds: 3, times: 3 })
  const duck = await compare(ours, () => columnar.run(grouped(by)), { rounds: 3, times: 3 })
  const faster = 1 / raw.ratio
  return {
    what: name,
    budget: `≤ 25 ms; ≥ ${wanted}× faster than raw (at 10M); faster than DuckDB`,
    measured: `${ms(raw.ours)}; raw ${ms(raw.peer)} = ${times(faster)}; DuckDB ${ms(duck.peer)} = ${times(1 / duck.ratio)}`,
    met: raw.ours <= 25 && faster >= wanted && duck.ratio <= 1,
  }
}

async function best({ sql }: World, columnar: Columnar, caller: Caller, own: string, from: string): Promise<Finding> {
  const text = `select customer_id, count(*) as n, sum(amount) from transaction
    where ${own} and currency_code = 'EUR' and created_at >= '${from}' and customer_id is not null
    group by 1 order by n desc limit 10`
  const ours = () => caller.get(`/v1/customer/best?currency_code=EUR&created_at>=${encodeURIComponent(from)}`)
  const raw = await compare(ours, () => sql.query(text), { rounds: 3, times: 1 })
  const duck = median([await time(() => columnar.run(text)), await time(() => columnar.run(text))])
  return {
    what: 'best customers',
    budget: '≤ 2/3 of raw',
    measured: `${ms(raw.ours)}; raw ${ms(raw.peer)} = ${times(raw.ratio)}; DuckDB ${ms(duck)}`,
    met: raw.ratio <= 2 / 3,
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
