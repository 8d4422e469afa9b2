// `node bench/xlsx-memory.ts [rows]`: prints how much memory the making of a workbook adds, in megabytes.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FieldKind } from '@kontor/contract/field'
import { xlsxFile } from '../server/src/platform/export/xlsx.ts'
import { median } from './measure.ts'

/** A payment as `copy` writes it for a sheet. */
const cells: [FieldKind, string][] = [
  ['id', '01931c5e-7a2b-7f3e-9d10-3c5a1b2e4f60'],
  ['timestamp', '46320.58341435185'],
  ['text', 'Order 2026-1234567'],
  ['money', '1234.56'],
  ['currency', 'EUR'],
  ['choice', 'CAPTURED'],
  ['choice', 'ideal'],
  ['choice', 'bank_transfer'],
  ['country', 'NL'],
  ['text', 'Zoë van den Berg'],
  ['money', '0.00'],
  ['text', 'Fietsen & meer'],
]
const line = `${cells.map(([, value]) => value).join('\t')}\n`
const sheet = { name: 'transaction', columns: cells.map(([kind], at) => ({ head: `column ${at}`, kind })) }

/** The pieces in which the database sends that many rows, in the form of `copy`. */
async function* copied(rows: number): AsyncGenerator<Buffer> {
  const most = Math.floor(65_536 / Buffer.byteLength(line))
  for (let left = rows; left > 0; left -= most) yield Buffer.from(line.repeat(Math.min(left, most)))
}

async function make(rows: number): Promise<void> {
  for await (const _ of xlsxFile(copied(rows), sheet, () => {}));
}

async function grownBy(rows: number): Promise<number> {
  await make(5_000)
  const before = process.memoryUsage.rss()
  await make(rows)
  return (process.resourceUsage().maxRSS * 1024 - before) / 1e6
}

/** Megabytes that a workbook of that many rows adds to a process of its own: the median of three. */
export async function memoryOfWorkbook(rows: number): Promise<number> {
  const seen: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const child = fork(fileURLToPath(import.meta.url), [String(rows)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    seen.push(
      await new Promise<number>((resolve, reject) => {
        child.once('message', (megabytes) => resolve(Number(megabytes)))
        child.once('error', reject).once('exit', (code) => code && reject(new Error(`ended with ${code}`)))
      }),
    )
  }
  return median(seen)
}

if (import.meta.main) {
  const rows = Number(process.argv[2] ?? 200_000)
  if (process.send) process.send(await grownBy(rows), () => process.disconnect())
  else {
    const [few, many] = [await memoryOfWorkbook(rows / 10), await memoryOfWorkbook(rows)]
    console.log(
      `${rows / 10} rows add ${few.toFixed(0)} MB, ${rows} rows ${many.toFixed(0)} MB: ${(many / few).toFixed(2)} times`,
    )
  }
}
