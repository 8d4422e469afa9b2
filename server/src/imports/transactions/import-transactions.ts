import type { DateOrder } from '@kontor/contract/imports/import.rules'
import type { Kysely } from 'kysely'
import type { DB } from '../../schema.ts'
import type { Fault, Told } from '../batch.ts'
import { batchesOf } from '../file/batches.ts'
import { type CsvFile, type CsvOptions, openCsv } from '../file/csv-file.ts'
import { readingDates } from '../file/date-order.ts'
import { ImportProblem, type Rejection } from '../file/problem.ts'
import type { CsvRecord } from '../file/records.ts'
import { ensureMonthsPatiently } from './ensure-months.ts'
import { findTarget } from './import-target.ts'
import { type ImportCounts, recordImport } from './recorded-import.ts'
import { transactionsOf } from './transaction-import.ts'

export interface ImportRequest extends Omit<CsvOptions, 'currency'> {
  /** The bytes of a file or an upload, read no faster than the database accepts them. */
  bytes: AsyncIterable<Uint8Array>
  fileName: string
  paymentProfile: string
  processor?: string | undefined
  /** Absent: dates begin with the year. */
  dateOrder?: DateOrder | undefined
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
  const opened = await openCsv(request.bytes, { ...request, currency: shop.currency_code })
  const file = { ...opened, readers: readingDates(opened.readers, request.dateOrder ?? null) }
  const run = await recordImport(db, shop, request.fileName, request.mapping, request.now)
  const counts: ImportCounts = { read: 0, added: 0, known: 0, rejected: 0 }
  const { batchOf, passes } = transactionsOf(
    { db, now: request.now },
    shop,
    request.fileName,
    file,
    ensureMonthsPatiently,
  )
  for await (const records of batchesOf(file.records, { passes })) {
    if (request.signal?.aborted) break
    const batch = batchOf(records)
    await batch.prepare?.()
    const told = await db.transaction().execute((trx) => batch.write(trx))
    await tellRejected(request, file, records, told.faults)
    addTo(counts, told)
    await run.update(counts)
    request.onProgress?.({ ...counts })
  }
  const finished = !request.signal?.aborted
  await run.finish(counts, new Date(), finished)
  return { ...counts, run: run.id, finished, delimiter: file.delimiter, decimal: file.decimal }
}

/** Rejected rows are told in the order of the file. */
async function tellRejected(
  { onRejected }: ImportRequest,
  { header }: CsvFile,
  records: readonly CsvRecord[],
  faults: readonly Fault[],
): Promise<void> {
  if (!onRejected) return
  const fieldsOf = new Map(records.map(({ line, fields }) => [line, fields]))
  for (const { line, code } of faults.toSorted((one, other) => one.line - other.line))
    await onRejected({ line, code, fields: fieldsOf.get(line) ?? [] }, header)
}

function addTo(counts: ImportCounts, { added, known, faults }: Told): void {
  counts.read += added + known + faults.length
  counts.added += added
  counts.known += known
  counts.rejected += faults.length
}
