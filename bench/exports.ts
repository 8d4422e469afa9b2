import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { to as copyTo } from 'pg-copy-streams'
import { transactionSource } from '../server/src/payments/transaction.rows.ts'
import { cellsOf } from '../server/src/platform/export/cells.ts'
import { withLiterals } from '../server/src/platform/export/literals.ts'
import { sortedRows } from '../server/src/platform/rows/list.ts'
import { openInside } from './inside.ts'
import { median } from './measure.ts'
import { type Chapter, times } from './report.ts'
import type { World } from './world.ts'
import { memoryOfWorkbook } from './xlsx-memory.ts'

const nothing = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Exports every payment of the provider to a file, against COPY of the very same cells, and measures the server's
 * memory.
 */
export async function exportSpeed(world: World): Promise<Chapter> {
  const { url, provider, rows, serverPid } = world
  const inside = await openInside(world)
  const { entity } = transactionSource
  const parsed = parseListQuery(entity, {})
  if ('details' in parsed) throw new Error('an address without anything is one of a list')
  const cells = cellsOf(entity, parsed.query.columns, { isInert: true, hasComma: false, hasSerials: false })
  const select = sortedRows(transactionSource, inside.trx, inside.actor, parsed.query, cells).compile(inside.trx)
  await inside.close()
  const copy = async () => {
    const start = performance.now()
    await pipeline(world.sql.query(copyTo(`copy (${withLiterals(select)}) to stdout with (format csv)`)), nothing())
    return (performance.now() - start) / 1000
  }
  const file = async (format: string): Promise<Seen> => {
    const before = memoryOf(serverPid())
    const start = performance.now()
    const response = await fetch(`${url}/v1/transaction/export?format=${format}`, {
      headers: { cookie: provider.cookie },
    })
    let bytes = 0
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryOf(serverPid()))
    }, 100)
    for await (const chunk of response.body ?? []) bytes += chunk.length
    clearInterval(watch)
    return {
      seconds: (performance.now() - start) / 1000,
      bytes,
      before_mb: Math.round(before / 1024),
      peak_mb: Math.round(Math.max(peak, before) / 1024),
    }
  }
  // The ways take turns, so that other load on the machine affects all of them.
  const seen: Record<string, Seen[]> = { csv: [], xlsx: [] }
  const ratios: Record<string, number[]> = { csv: [], xlsx: [] }
  await file('csv')
  for (let round = 0; round < 3; round++) {
    for (const format of ['csv', 'xlsx']) {
      const copied = await copy()
      const made = await file(format)
      seen[format]?.push(made)
      ratios[format]?.push(copied / made.seconds)
    }
  }
  const line = (format: string, least: number, most_mb: number) => {
    const [of, all] = [ratios[format] ?? [], seen[format] ?? []]
    const peak = Math.max(...all.map(({ peak_mb }) => peak_mb))
    const added = Math.max(...all.map(({ peak_mb, before_mb }) => peak_mb - before_mb))
    return {
      what: `${format.toUpperCase()} of ${rows.toLocaleString('en')} payments`,
      budget: `≥ ${least * 100} % of COPY; adds ≤ ${most_mb} MB`,
      measured: `${times(median(of))} (${times(Math.min(...of))}–${times(Math.max(...of))}) of COPY’s rows a second: ${Math.round(rows / median(all.map(({ seconds }) => seconds))).toLocaleString('en')}; the server adds ${added} MB, ${peak} MB in all; ${((all[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB sent`,
      met: median(of) >= least && added <= most_mb,
    }
  }
  return {
    title: 'Exports',
    text: 'Over HTTP, with shop and customer names, amounts in decimals and times in the reader’s zone, newest first, held against COPY TO STDOUT of the same SELECT into nothing. Memory is what the server takes at most beyond what it had before: 120 and 250 MB for a process that does nothing else leave some 70 and 200 for it.',
    findings: [line('csv', 0.75, 70), line('xlsx', 0.4, 200), await flatness()],
  }
}

/** The memory of a process that does nothing else. */
async function flatness() {
  const [few, many] = [await memoryOfWorkbook(100_000), await memoryOfWorkbook(1_000_000)]
  return {
    what: 'XLSX of 1,000,000 made-up rows',
    budget: 'adds ≤ 40 MB',
    measured: `${many.toFixed(0)} MB; 100,000 rows ${few.toFixed(0)} MB`,
    met: many <= 40,
  }
}

interface Seen {
  seconds: number
  bytes: number
  before_mb: number
  peak_mb: number
}

/** Resident kilobytes; 0 when the system does not tell. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
