import type { Asked } from '../server/src/insights/asked.ts'
import { bestCustomers } from '../server/src/insights/best-customers.ts'
import { breakdown, lifecycle, timeOfDay } from '../server/src/insights/breakdowns.ts'
import { series } from '../server/src/insights/series.ts'
import { totals } from '../server/src/insights/totals.ts'
import { type Columnar, openColumnar } from './duckdb.ts'
import { type Inside, openInside, zone } from './inside.ts'
import { compare, medianTime } from './measure.ts'
import { type Chapter, type Finding, ms, times } from './report.ts'
import type { Caller, World } from './world.ts'

const day = 86_400_000

interface Chart {
  name: string
  path: string
  /** The columns of GROUP BY, in PostgreSQL and in DuckDB. */
  by: string[]
  /** Runs the server's own query for the chart. */
  run: (asked: Asked) => Promise<unknown>
}

const local = `(created_at at time zone '${zone}')`
const base = '/v1/transaction/aggregate'
const charts: Chart[] = [
  {
    name: 'series by day',
    path: `${base}?period=day`,
    by: [`date_trunc('day', ${local})`],
    run: (asked) => series(asked, 'transaction', 'day'),
  },
  {
    name: 'totals',
    path: `${base}/total?period=day`,
    by: [`1 + 1`],
    run: (asked) => totals(asked, 'transaction', 'day'),
  },
  {
    name: 'payment products',
    path: `${base}/payment-product?`,
    by: ['payment_product'],
    run: (asked) => breakdown(asked, 'transaction', 'payment_product'),
  },
  {
    name: 'countries',
    path: `${base}/country?`,
    by: ['country_code'],
    run: (asked) => breakdown(asked, 'transaction', 'country_code'),
  },
  {
    name: 'outcomes',
    path: `${base}/status?`,
    by: ['status'],
    run: (asked) => breakdown(asked, 'transaction', 'status'),
  },
  { name: 'lifecycle', path: `${base}/lifecycle?`, by: ['visited'], run: lifecycle },
  {
    name: 'operating systems',
    path: `${base}/platform?`,
    by: ['platform'],
    run: (asked) => breakdown(asked, 'transaction', 'platform'),
  },
  {
    name: 'browsers',
    path: `${base}/browser?`,
    by: ['browser'],
    run: (asked) => breakdown(asked, 'transaction', 'browser'),
  },
  {
    name: 'weekday × hour',
    path: `${base}/time-of-day?`,
    by: [`extract(isodow from ${local})`, `extract(hour from ${local})`],
    run: timeOfDay,
  },
]

const full = 10_000_000

/**
 * Times every chart over one year: the server's statement against GROUP BY over the raw rows and against DuckDB over
 * the same rows.
 */
export async function chartTimes(world: World): Promise<Chapter[]> {
  const columnar = await openColumnar(world)
  const to = Date.now()
  const from = Math.floor((to - 365 * day) / day) * day
  const scopes: [string, Caller, string | undefined, number][] = [
    ['merchant', world.merchant, world.merchant.id, 10],
    ['provider', world.provider, undefined, 100],
  ]
  try {
    const chapters: Chapter[] = []
    for (const [scope, caller, merchant, wanted] of scopes) {
      const inside = await openInside(world, merchant)
      const own = merchant ? `merchant_id = '${merchant}'` : 'true'
      const of: Of = { world, columnar, inside, caller, own, wanted }
      const findings: Finding[] = []
      for (const chart of charts) findings.push(await timed(of, chart, from, to))
      for (const days of [28, 365]) findings.push(...(await best(of, days, to)))
      await inside.close()
      chapters.push({
        title: `Charts of 365 days, ${scope}`,
        text: `The server’s statement under its role and row-level security, by the driver; over HTTP with the session looked up and JSON made. Raw: the same GROUP BY over the rows, as the owner of the database. DuckDB: the same over a columnar copy in memory with 2 threads. Judged is the statement.${world.rows < full ? ' The factors are meant for ten million rows: here only the 25 ms are judged.' : ''}`,
        findings,
      })
    }
    return chapters
  } finally {
    await columnar.close()
  }
}

interface Of {
  world: World
  columnar: Columnar
  inside: Inside
  caller: Caller
  own: string
  wanted: number
}

const since = (own: string, from: number) =>
  `where ${own} and currency_code = 'EUR' and created_at >= '${new Date(from).toISOString()}'`

async function timed(of: Of, { name, path, by, run }: Chart, from: number, to: number): Promise<Finding> {
  const { world, columnar, inside, caller, own, wanted } = of
  const places = by.map((_, index) => index + 1).join(', ')
  const grouped = `select ${by.join(', ')}, count(*), sum(amount) from transaction ${since(own, from)} group by ${places}`
  const ours = () => run(inside.asked(from, to))
  const raw = await compare(ours, () => world.sql.query(grouped), { rounds: 3, times: 3 })
  const duck = await compare(ours, () => columnar.run(grouped), { rounds: 3, times: 3 })
  const http = await medianTime(
    () => caller.get(`${path}&currency_code=EUR&created_at>=${encodeURIComponent(new Date(from).toISOString())}`),
    5,
  )
  const faster = 1 / raw.ratio
  const isFull = world.rows >= full
  return {
    what: name,
    budget: `≤ 25 ms; at 10M ≥ ${wanted}× faster than raw, and faster than DuckDB`,
    measured: `${ms(raw.ours)} (over HTTP ${ms(http)}); raw ${ms(raw.peer)} = ${times(faster)} (${times(1 / raw.highest)}–${times(1 / raw.lowest)}); DuckDB ${ms(duck.peer)} = ${times(1 / duck.ratio)}`,
    met: raw.ours <= 25 && (!isFull || (faster >= wanted && duck.ratio <= 1)),
  }
}

async function best({ world, columnar, inside, own }: Of, days: number, to: number): Promise<Finding[]> {
  const from = to - days * day
  const findings: Finding[] = []
  for (const output of ['count', 'volume'] as const) {
    const text = `select customer_id, count(*) as count, sum(amount) as volume from transaction
      ${since(own, from)} and customer_id is not null group by 1 order by ${output} desc limit 10`
    const ours = () => bestCustomers(inside.asked(from, to), output, 10)
    const raw = await compare(ours, () => world.sql.query(text), { rounds: 3, times: 3 })
    const duck = await medianTime(() => columnar.run(text), 3)
    const isShort = days < 100
    findings.push({
      what: `best customers of ${days} days, by ${output}`,
      budget: isShort ? '≤ 50 ms' : '≤ 2/3 of raw',
      measured: `${ms(raw.ours)}; raw ${ms(raw.peer)} = ${times(raw.ratio)} of it (${times(raw.lowest)}–${times(raw.highest)}); DuckDB ${ms(duck)}`,
      met: isShort ? raw.ours <= 50 : raw.ratio <= 2 / 3,
    })
  }
  return findings
}
