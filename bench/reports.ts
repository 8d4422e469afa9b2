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
import { type Chapter, times } from './report.ts'
import type { World } from './world.ts'

const rounds = 3

/** Makes reports of the payments of the largest merchant, against COPY of the same cells. */
export async function reportSpeed(world: World): Promise<Chapter> {
  const made: Record<string, Made[]> = { csv: [], xlsx: [] }
  const copied: number[] = []
  for (let round = 0; round < rounds; round++) {
    copied.push(await copySeconds(world))
    for (const format of ['csv', 'xlsx']) made[format]?.push(await makeReport(world, format))
  }
  const line = (format: string, most: number) => {
    const all = made[format] ?? []
    const seconds = median(all.map((each) => each.seconds))
    const slower = seconds / median(copied)
    const added = Math.max(...all.map(({ added_mb }) => added_mb))
    return {
      what: `${format.toUpperCase()} report of ${(all[0]?.count ?? 0).toLocaleString('en')} payments`,
      budget: `≤ ${times(most)} of COPY’s time; adds ≤ 250 MB`,
      measured: `${times(slower)}: ${seconds.toFixed(2)} s, COPY ${median(copied).toFixed(2)} s; the server adds ${added} MB; ${((all[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB kept`,
      met: slower <= most && added <= 250,
    }
  }
  return {
    title: 'Reports',
    text: 'Made in the background, sealed and kept in the database, from the beginning of the work to its end; COPY TO STDOUT of the same SELECT goes into nothing.',
    findings: [line('csv', 1.15), line('xlsx', 2.5), await yearOfDays(world)],
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

interface Made {
  seconds: number
  count: number
  bytes: number
  added_mb: number
}

async function makeReport({ url, merchant, serverPid }: World, file_format: string): Promise<Made> {
  const before = memoryOf(serverPid())
  const body = { name: 'Bench', type: 'transaction', columns: [...transactionSource.entity.export], time_zone: 'UTC' }
  const headers = { cookie: merchant.cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const answer = await fetch(`${url}/v1/report`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ ...body, file_format }) },
  })
  const { id } = (await answer.json()) as { id: string }
  for (let peak = before; ; await sleep(50)) {
    peak = Math.max(peak, memoryOf(serverPid()))
    const report = await merchant.get<Report>(`/v1/report/${id}`)
    if (report.status === 'PENDING') continue
    await fetch(`${url}/v1/report/${id}`, { method: 'DELETE', headers, body: '{}' })
    if (report.failure) throw new Error(`the report failed: ${report.failure}`)
    const seconds = (Date.parse(report.finished_at) - Date.parse(report.started_at)) / 1000
    return { seconds, count: report.count, bytes: report.bytes, added_mb: Math.round((peak - before) / 1024) }
  }
}

interface Report {
  status: string
  failure: string | null
  started_at: string
  finished_at: string
  count: number
  bytes: number
}

async function yearOfDays({ provider }: World) {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const seen: number[] = []
  for (let round = 0; round < 7; round++) {
    const start = performance.now()
    await provider.get(`/v1/psp/periodreport?from=${day(365)}&to=${day(0)}`)
    seen.push(performance.now() - start)
  }
  const ms = median(seen)
  return {
    what: 'Daily report of a year, all merchants',
    budget: '≤ 50 ms',
    measured: `${ms.toFixed(0)} ms`,
    met: ms <= 50,
  }
}
