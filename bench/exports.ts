import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import { type Chapter, times } from './report.ts'
import type { World } from './world.ts'

const nothing = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Every payment of the provider as a file, against COPY of the same columns, and the memory that the server takes for it. */
export async function exportSpeed({ url, provider, sql, rows, serverPid }: World): Promise<Chapter> {
  const copy = async () => {
    const start = performance.now()
    const text = `copy (select id, created_at, merchant_reference, amount, currency_code, status, payment_product, payment_product_type,
      country_code, refund_reserved from transaction order by created_at desc, id desc) to stdout with (format csv)`
    await pipeline(sql.query(copyTo(text)), createGzip({ level: 1 }), nothing())
    return (performance.now() - start) / 1000
  }
  const file = async (format: string) => {
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
    return { seconds: (performance.now() - start) / 1000, bytes, peak_mb: Math.round(peak / 1024) }
  }
  const copied = [await copy(), await copy()].sort((one, other) => one - other)[0] ?? Number.NaN
  const before = Math.round(memoryOf(serverPid()) / 1024)
  const csv = await file('csv')
  const xlsx = await file('xlsx')
  const line = (name: string, seen: typeof csv, least: number, most_mb: number) => ({
    what: `${name} of ${rows.toLocaleString('en')} payments`,
    budget: `≥ ${least * 100} % of COPY; ≤ ${most_mb} MB`,
    measured: `${times(copied / seen.seconds)} of COPY’s rows a second (${Math.round(rows / seen.seconds).toLocaleString('en')}); the server at ${seen.peak_mb} MB (${before} MB before), ${(seen.bytes / 1e6).toFixed(0)} MB sent`,
    met: copied / seen.seconds >= least && seen.peak_mb <= most_mb,
  })
  return {
    title: 'Exports',
    text: 'Over HTTP, with shop and customer names, amounts in decimals and times in the reader’s zone; COPY has the bare columns, compressed by gzip at level 1.',
    findings: [line('CSV', csv, 0.75, 250), line('XLSX', xlsx, 0.4, 250)],
  }
}

/** Resident kilobytes; 0 where the system does not tell. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
