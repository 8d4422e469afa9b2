import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { to as copyTo } from 'pg-copy-streams'
import { transactionSource } from '../server/src/payments/transaction.rows.ts'
import { cellsOf } from '../server/src/platform/export/cells.ts'
import { withLiterals } from '../server/src/platform/export/literals.ts'
import { sortedRows } from '../server/src/platform/rows/list.ts'
import { memoryOf } from './exports.ts'
import { openInside } from './inside.ts'
import { median } from './measure.ts'
import { databaseTime, serverTime } from './processor-time.ts'
import { type Chapter, type Finding, ms, times } from './report.ts'
import type { World } from './world.ts'

const rounds = 3

/** Makes reports of the payments of the largest merchant, against COPY of the same cells. */
export async function reportSpeed(world: World): Promise<Chapter> {
  const made: Record<string, (Report & Cost)[]> = { csv: [], xlsx: [] }
  const copied: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    copied.push(await costOf(world, () => copySeconds(world)))
    for (const format of ['csv', 'xlsx']) {
      let report: Report | undefined
      const cost = await costOf(world, async () => {
        report = await makeReport(world, format)
        return report.seconds
      })
      if (report) made[format]?.push({ ...report, ...cost })
    }
  }
  const middle = (costs: readonly Cost[], name: keyof Cost) => median(costs.map((cost) => cost[name]))
  const line = (format: string, most: number) => {
    const all = made[format] ?? []
    const ratios = all.map(({ seconds }, round) => seconds / (copied[round]?.seconds ?? Number.NaN))
    const slower = median(ratios)
    const database = middle(all, 'database_s') / middle(copied, 'database_s')
    const added = Math.max(...all.map(({ added_mb }) => added_mb))
    return {
      what: `${format.toUpperCase()} report of ${(all[0]?.count ?? 0).toLocaleString('en')} payments`,
      budget: `≤ ${times(most)} of COPY’s time; adds ≤ 250 MB`,
      measured: `${times(slower)} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))}): ${middle(all, 'seconds').toFixed(2)} s, COPY ${middle(copied, 'seconds').toFixed(2)} s; processor time of the database ${times(database)} of COPY’s ${middle(copied, 'database_s').toFixed(2)} s, beside it ${middle(all, 'server_s').toFixed(2)} s of the server; the server adds ${added} MB; ${((all[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB kept`,
      met: slower <= most && added <= 250,
    }
  }
  return {
    title: 'Reports',
    text: 'Made in the background, sealed and kept in the database, from the beginning of the work to its end; COPY TO STDOUT of the same SELECT goes into nothing.',
    findings: [line('csv', 1.15), line('xlsx', 2.5), ...(await listsMeanwhile(world)), await yearOfDays(world)],
  }
}

async function copySeconds(world: World): Promise<number> {
  const inside = await openInside(world, world.merchant.id)
  const { entity } = transactionSource
  const parsed = parseListQuery(entity, { merchant: world.merchant.id })
  if ('details' in parsed) throw new Error('an address of a merchant is one of a list')
  const cells = cellsOf(entity, parsed.query.columns, { isInert: true, hasComma: false, hasSerials: false })
  const select = sortedRows(transactionSource, inside.trx, inside.actor, parsed.query, cells)
  const statement = withLiterals(select.compile(inside.trx))
  await inside.close()
  const start = performance.now()
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(world.sql.query(copyTo(`copy (${statement}) to stdout with (format csv)`)), nothing)
  return (performance.now() - start) / 1000
}

interface Cost {
  seconds: number
  /** Processor time. */
  database_s: number
  server_s: number
}

/** The processor time that a piece of work costs, beside the seconds that it gives. */
async function costOf(world: World, work: () => Promise<number>): Promise<Cost> {
  const spent = async () => [(await databaseTime(world)) ?? Number.NaN, serverTime(world) ?? Number.NaN] as const
  const [database, server] = await spent()
  const seconds = await work()
  const [databaseAfter, serverAfter] = await spent()
  return { seconds, database_s: (databaseAfter - database) / 1000, server_s: (serverAfter - server) / 1000 }
}

interface Report {
  seconds: number
  count: number
  bytes: number
  added_mb: number
}

async function makeReport({ url, merchant, serverPid }: World, file_format: string): Promise<Report> {
  const before = memoryOf(serverPid())
  const body = { name: 'Bench', type: 'transaction', columns: [...transactionSource.entity.export], time_zone: 'UTC' }
  const headers = { cookie: merchant.cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const answer = await fetch(`${url}/v1/report`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ ...body, file_format }) },
  })
  const { id } = (await answer.json()) as { id: string }
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(serverPid()))
  }, 50)
  // Each question takes time from the server that makes the report.
  for (; ; await sleep(1_000)) {
    const report = await merchant.get<ReportState>(`/v1/report/${id}`)
    if (report.status === 'PENDING') continue
    clearInterval(watch)
    await fetch(`${url}/v1/report/${id}`, { method: 'DELETE', headers, body: '{}' })
    if (report.failure) throw new Error(`the report failed: ${report.failure}`)
    const seconds = (Date.parse(report.finished_at) - Date.parse(report.started_at)) / 1000
    return { seconds, count: report.count, bytes: report.bytes, added_mb: Math.round((peak - before) / 1024) }
  }
}

interface ReportState {
  status: string
  failure: string | null
  started_at: string
  finished_at: string
  count: number
  bytes: number
}

const pages = 40

/** A page of 25 payments while a report is made, and while none is, in turns. */
async function listsMeanwhile(world: World): Promise<Finding[]> {
  const page = () => world.merchant.get('/v1/transaction?_populate=payment_profile,customer')
  const findings: Finding[] = []
  for (const format of ['csv', 'xlsx']) {
    const seen: { with: Turn; without: Turn }[] = []
    for (let round = 0; round < rounds; round++) {
      const without = await turn(page)
      let isMade = false
      const making = makeReport(world, format).finally(() => {
        isMade = true
      })
      await sleep(300)
      const meanwhile = await turn(page, () => isMade)
      await making
      seen.push({ with: meanwhile, without })
    }
    const ratios = seen.map((each) => each.with.ms / each.without.ms)
    const of = (side: 'with' | 'without') => median(seen.map((each) => each[side].ms))
    findings.push({
      what: `a page of 25 payments while a ${format.toUpperCase()} report is made`,
      budget: '≤ 1.2× of its time',
      measured: `${times(median(ratios))} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))}): ${ms(of('with'))} against ${ms(of('without'))}, of ${Math.round(median(seen.map((each) => each.with.count)))} pages`,
      met: median(ratios) <= 1.2,
    })
  }
  return findings
}

interface Turn {
  /** Median. */
  ms: number
  count: number
}

/** Pages one after the other, until there are enough, or it is over. */
async function turn(page: () => Promise<unknown>, isOver = () => false): Promise<Turn> {
  const seen: number[] = []
  while (seen.length < pages) {
    const start = performance.now()
    await page()
    if (isOver()) break
    seen.push(performance.now() - start)
    // Callers think.
    await sleep(20)
  }
  return { ms: median(seen), count: seen.length }
}

async function yearOfDays(world: World): Promise<Finding> {
  const { provider } = world
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const ask = async () => {
    const start = performance.now()
    await provider.get(`/v1/psp/periodreport?from=${day(365)}&to=${day(0)}`)
    return (performance.now() - start) / 1000
  }
  for (let round = 0; round < 20; round++) await ask()
  const seen: Cost[] = []
  for (let round = 0; round < 7; round++) {
    // Processor time is counted by hundredths of a second.
    const each: number[] = []
    const cost = await costOf(world, async () => {
      for (let time = 0; time < 5; time++) each.push(await ask())
      return median(each)
    })
    seen.push({ seconds: cost.seconds, database_s: cost.database_s / 5, server_s: cost.server_s / 5 })
  }
  const of = (name: keyof Cost) => 1000 * median(seen.map((cost) => cost[name]))
  const took = of('seconds')
  return {
    what: 'Daily report of a year, all merchants',
    budget: '≤ 50 ms',
    measured: `${ms(took)} over HTTP, at best ${ms(1000 * Math.min(...seen.map(({ seconds }) => seconds)))}; processor time ${ms(of('server_s'))} of the server and ${ms(of('database_s'))} of the database`,
    met: took <= 50,
  }
}
