import type { Kysely } from 'kysely'
import type { DB } from '../../schema.ts'
import { type CsvFile, type CsvOptions, openCsv } from '../file/csv-file.ts'
import { localTimeReader } from '../file/local-time.ts'
import { ImportProblem, type Rejection } from '../file/problem.ts'
import { ensureMonthsPatiently } from './ensure-months.ts'
import { type ImportRow, type RowContext, readRow } from './import-row.ts'
import { type ImportCounts, startRun } from './import-run.ts'
import { findTarget, type ImportTargetShop } from './import-target.ts'
import { repeatsOf } from './repeats.ts'
import { writeRows } from './write-rows.ts'

export interface ImportRequest extends Omit<CsvOptions, 'currency'> {
  /** The bytes of a file or an upload, read no faster than the database accepts them. */
  bytes: AsyncIterable<Uint8Array>
  fileName: string
  paymentProfile: string
  processor?: string | undefined
  now: Date
  onProgress?: (counts: ImportCounts) => void
  /** Awaited, so that a slow disk slows the import down instead of filling the memory. */
  onRejected?: (rejection: Rejection, header: readonly string[]) => Promise<void>
  /** Aborted: stops after the current batch. Written rows stay, and the next import continues from there. */
  signal?: AbortSignal | undefined
}

export interface ImportSummary extends ImportCounts {
  run: string
  finished: boolean
  delimiter: string
  decimal: string
}

type Batch = { rows: ImportRow[]; rejections: Rejection[]; sources: Map<string, Rejection> }

const batchSize = 2000

/**
 * Imports settled payments from elsewhere. The same file a second time, or a longer one with the same beginning, adds
 * only missing rows. Throws ImportProblem before writing anything when file, mapping and profile do not fit.
 */
export async function importTransactions(db: Kysely<DB>, request: ImportRequest): Promise<ImportSummary> {
  const shop = await findTarget(db, request.paymentProfile, request.processor)
  if (request.mapping.payment_product === undefined && !shop.processors.has(shop.payment_product)) {
    throw new ImportProblem(
      `The payment profile has no processor for ${shop.payment_product}: map payment_product, or name a processor.`,
    )
  }
  const file = await openCsv(request.bytes, { ...request, currency: shop.currency_code })
  const run = await startRun(db, shop, request.fileName, request.mapping, request.now)
  const counts: ImportCounts = { read: 0, added: 0, known: 0, rejected: 0 }
  const months = new Set<string>()
  for await (const batch of batchesOf(file, contextOf(request, shop, file))) {
    if (request.signal?.aborted) break
    await ensureMonthsPatiently(db, batch.rows, months)
    await writeBatch(db, request, shop, file, batch, counts)
    await run.update(counts)
    request.onProgress?.({ ...counts })
  }
  const finished = !request.signal?.aborted
  await run.finish(counts, new Date(), finished)
  return { ...counts, run: run.id, finished, delimiter: file.delimiter, decimal: file.decimal }
}

const contextOf = ({ now }: ImportRequest, shop: ImportTargetShop, { readers, decimal }: CsvFile): RowContext => ({
  ...shop,
  readers,
  decimal,
  now,
  readInstant: localTimeReader(shop.time_zone),
})

async function* batchesOf(file: CsvFile, context: RowContext): AsyncGenerator<Batch> {
  const repeats = repeatsOf(context)
  let batch = emptyBatch()
  for await (const records of file.records) {
    for (const record of records) {
      repeats.passes(record)
      const row = record.fault ?? readRow(record, context, repeats.numberOf(record))
      const source = { line: record.line, fields: record.fields }
      if (typeof row === 'string') batch.rejections.push({ ...source, code: row })
      else {
        batch.rows.push(row)
        batch.sources.set(row.id, { ...source, code: 'refused_by_database' })
      }
      if (batch.rows.length + batch.rejections.length < batchSize) continue
      yield batch
      batch = emptyBatch()
    }
  }
  if (batch.rows.length + batch.rejections.length > 0) yield batch
}

const emptyBatch = (): Batch => ({ rows: [], rejections: [], sources: new Map() })

async function writeBatch(
  db: Kysely<DB>,
  request: ImportRequest,
  shop: ImportTargetShop,
  file: CsvFile,
  batch: Batch,
  counts: ImportCounts,
) {
  const { added, refused } =
    batch.rows.length > 0
      ? await db.transaction().execute((trx) => writeRows(trx, shop, request.fileName, batch.rows))
      : { added: 0, refused: [] }
  const late = refused.flatMap(({ id }) => batch.sources.get(id) ?? [])
  const rejections = [...batch.rejections, ...late].sort((one, other) => one.line - other.line)
  for (const rejection of rejections) await request.onRejected?.(rejection, file.header)
  counts.read += batch.rows.length + batch.rejections.length
  counts.added += added
  counts.known += batch.rows.length - refused.length - added
  counts.rejected += rejections.length
}
