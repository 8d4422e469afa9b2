import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../platform/db/database.ts'
import { unguarded } from '../platform/export/formula.ts'
import { type CsvFile, openCsv } from './file/csv-file.ts'
import { readingDates } from './file/date-order.ts'
import { detectEncoding } from './file/detect.ts'
import { ImportProblem } from './file/problem.ts'
import type { CsvRecord } from './file/records.ts'
import { keptFile } from './kept-file.ts'
import type { StoredImport } from './stored-import.ts'
import { openWorkbook } from './workbook/workbook-file.ts'

export interface Reading {
  delimiter?: string | undefined
  encoding?: string | undefined
  mapping?: Record<string, string>
}

/** The kept file of an import, read as the import says, or otherwise where `reading` says so. */
export async function openedFile(
  db: Reader,
  of: StoredImport,
  masterKey: string,
  reading: Reading = {},
): Promise<CsvFile<string>> {
  const file = await (of.format === 'xlsx' ? workbook : csv)(keptFile(db, of, masterKey), of, reading)
  return { ...file, readers: readingDates(file.readers, of.date_order), records: asMeant(file.records) }
}

/** The columns as the first bytes of the file say, in whichever encoding it is read. */
export async function ownColumns(db: Reader, of: StoredImport, masterKey: string): Promise<readonly string[]> {
  if (of.format === 'xlsx') return (await openedFile(db, of, masterKey, { mapping: {} })).header
  for await (const piece of keptFile(db, of, masterKey)) {
    // A sign of several bytes may go on in the next piece.
    const whole = piece.subarray(0, piece.lastIndexOf('\n') + 1 || piece.length)
    return (await csv(only(whole), of, { mapping: {}, encoding: detectEncoding(whole) })).header
  }
  return []
}

async function* only(piece: Buffer) {
  yield piece
}

/** A file that cannot be read is refused with the reason. */
export const refuseUnreadable = (error: unknown): never => {
  throw error instanceof ImportProblem ? new Refusal('import_unreadable', { problem: error.code }) : error
}

/** A workbook is opened from its end, so all of it is held. */
async function workbook(pieces: AsyncIterable<Buffer>, of: StoredImport, { mapping = of.mapping }: Reading) {
  const content: Buffer[] = []
  for await (const piece of pieces) content.push(piece)
  return openWorkbook(Buffer.concat(content), { mapping, decimal: of.decimal_sign ?? '.' })
}

function csv(pieces: AsyncIterable<Buffer>, of: StoredImport, reading: Reading) {
  return openCsv<string>(pieces, {
    mapping: reading.mapping ?? of.mapping,
    delimiter: reading.delimiter ?? of.delimiter ?? undefined,
    encoding: reading.encoding ?? of.encoding ?? undefined,
    decimal: of.decimal_sign ?? '.',
  })
}

async function* asMeant(groups: AsyncGenerator<CsvRecord[]>): AsyncGenerator<CsvRecord[]> {
  for await (const group of groups) yield group.map((each) => ({ ...each, fields: each.fields.map(unguarded) }))
}
