import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import type { importSampleEndpoint } from '@kontor/contract/imports/import.endpoints'
import { type DateOrder, dateOrders, importEncodings, importLimits } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { detectDateOrder } from './file/date-order.ts'
import { detectDecimals } from './file/detect.ts'
import { ImportProblem } from './file/problem.ts'
import type { CsvRecord } from './file/records.ts'
import { openedFile } from './opened-file.ts'
import { proposeMapping } from './propose-mapping.ts'
import { requireFile, type StoredImport, seenImport } from './stored-import.ts'

/** The first rows of a file as it is read, and what its columns probably are. */
export async function importSample(
  db: Reader,
  actor: Actor,
  id: string,
  query: ReadQuery<typeof importSampleEndpoint>,
  masterKey: string,
): Promise<ReplyOf<typeof importSampleEndpoint>> {
  const of = await seenImport(db, actor, id)
  requireFile(of)
  const file = await openedFile(db, of, masterKey, { ...query, mapping: {} }).catch(refused)
  const rows = await firstRows(file.records)
  return {
    // Only delimiters of the contract are tried, or given.
    delimiter: file.delimiter as ReplyOf<typeof importSampleEndpoint>['delimiter'],
    encoding: importEncodings.find((each) => each === (query.encoding ?? of.encoding)) ?? 'utf-8',
    decimal: of.decimal_sign ?? detectDecimals(rows),
    date_order: of.date_order ?? detectDateOrder(rows) ?? (await lastDateOrder(db, of)),
    format: of.format,
    header: [...file.header],
    rows,
    mapping: await proposeMapping(db, of, file.header),
    same_as: await sameFile(db, of),
  }
}

const refused = (error: unknown): never => {
  throw error instanceof ImportProblem ? new Refusal('import_unreadable', { problem: error.code }) : error
}

async function firstRows(records: AsyncGenerator<CsvRecord[]>): Promise<{ line: number; fields: string[] }[]> {
  const rows: { line: number; fields: string[] }[] = []
  try {
    for await (const group of records) {
      for (const { line, fields } of group) rows.push({ line, fields: fields.map(shortened) })
      if (rows.length >= importLimits.shown) break
    }
  } catch (error) {
    refused(error)
  }
  return rows.slice(0, importLimits.shown)
}

/** The order of dates with which the merchant's last file of the type was read, if its dates do not begin with the year. */
async function lastDateOrder(db: Reader, of: StoredImport): Promise<DateOrder | null> {
  const found = await db
    .selectFrom('import_mapping')
    .select('date_order')
    .where('merchant_id', '=', of.merchant_id)
    .where('type', '=', of.type)
    .executeTakeFirst()
  return dateOrders.find((each) => each === found?.date_order && each !== 'ymd') ?? null
}

const longest = 200
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** An earlier import of the same file. */
async function sameFile(db: Reader, of: StoredImport) {
  const found = await db
    .selectFrom('import')
    .select(['id', 'file_name', 'created_at', 'status'])
    .where('merchant_id', '=', of.merchant_id)
    .where('type', '=', of.type)
    .where('sha256', '=', of.sha256)
    .where('id', '<', of.id)
    .where('started_at', 'is not', null)
    .where('status', '<>', 'REVERTED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}
