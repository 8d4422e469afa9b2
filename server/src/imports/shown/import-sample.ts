import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import type { importSampleEndpoint } from '@kontor/contract/imports/import.endpoints'
import {
  type DateOrder,
  dateOrders,
  dateTargets,
  importEncodings,
  importLimits,
} from '@kontor/contract/imports/import.rules'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { detectDateOrder, isYearLast } from '../file/date-order.ts'
import { detectDecimals } from '../file/detect.ts'
import type { CsvRecord } from '../file/records.ts'
import { openedFile, refuseUnreadable } from '../opened-file.ts'
import { proposeMapping } from '../propose-mapping.ts'
import { requireFile, type StoredImport, seenImport } from '../stored-import.ts'
import { maskedFor } from './sealed-columns.ts'

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
  const file = await openedFile(db, of, masterKey, { ...query, mapping: {} }).catch(refuseUnreadable)
  const rows = await firstRows(file.records)
  const masked = await maskedFor(db, actor, of, file.header, masterKey).catch(refuseUnreadable)
  const header = masked?.header ?? [...file.header]
  const { date_example, ...dates } = await datesOf(db, of, rows, masterKey)
  return {
    // Only delimiters of the contract are tried, or given.
    delimiter: file.delimiter as ReplyOf<typeof importSampleEndpoint>['delimiter'],
    encoding: importEncodings.find((each) => each === (query.encoding ?? of.encoding)) ?? 'utf-8',
    decimal: of.decimal_sign ?? detectDecimals(rows),
    ...dates,
    // The date may be one of birth.
    date_example: date_example && masked ? { ...date_example, text: withoutDigits(date_example.text) } : date_example,
    format: of.format,
    header,
    rows: masked === undefined ? rows : rows.map(({ line, fields }) => ({ line, fields: masked.fields(fields) })),
    mapping: await proposeMapping(db, of, header),
    same_as: await sameFile(db, of),
  }
}

const withoutDigits = (text: string) => text.replaceAll(/\d/g, '•')

interface ReadRow {
  line: number
  fields: string[]
}

async function firstRows(records: AsyncGenerator<CsvRecord[]>): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  try {
    for await (const group of records) {
      for (const { line, fields } of group) rows.push({ line, fields: fields.map(shortened) })
      if (rows.length >= importLimits.shown) break
    }
  } catch (error) {
    refuseUnreadable(error)
  }
  return rows.slice(0, importLimits.shown)
}

/**
 * In which order dates are written, and one of those that nobody has said it of: in the first rows, or else where the check
 * rejected it.
 */
async function datesOf(
  db: Reader,
  of: StoredImport,
  rows: readonly ReadRow[],
  masterKey: string,
): Promise<Pick<ReplyOf<typeof importSampleEndpoint>, 'date_order' | 'date_example'>> {
  const chosen = of.date_order ?? detectDateOrder(rows)
  if (chosen === 'dmy' || chosen === 'mdy') return { date_order: chosen, date_example: null }
  const unsaid = chosen === null ? rows : await rejectedDates(db, of, masterKey)
  const [example] = unsaid.flatMap(({ line, fields }) => fields.filter(isYearLast).map((text) => ({ line, text })))
  if (!example) return { date_order: chosen, date_example: null }
  return { date_order: detectDateOrder(unsaid) ?? (await lastDateOrder(db, of)), date_example: example }
}

/** Fields of rows that were rejected for a date: those of dates alone. */
async function rejectedDates(db: Reader, of: StoredImport, masterKey: string): Promise<ReadRow[]> {
  const rejected = await db
    .selectFrom('import_rejection')
    .select(['line', 'target'])
    .where('merchant_id', '=', of.merchant_id)
    .where('import_id', '=', of.id)
    .where('target', 'in', dateTargets)
    .orderBy('line')
    .limit(rejectedDates_most)
    .execute()
  const last = rejected.at(-1)?.line
  if (last === undefined) return []
  const targets = new Map(rejected.map(({ line, target }) => [line, target ?? '']))
  const file = await openedFile(db, of, masterKey).catch(refuseUnreadable)
  const rows: ReadRow[] = []
  for await (const group of file.records) {
    for (const { line, fields } of group) {
      const read = file.readers[targets.get(line) ?? '']
      if (read) rows.push({ line, fields: [read(fields, line).trim()] })
    }
    if ((group.at(-1)?.line ?? 0) >= last) break
  }
  return rows
}

/** As many as show which part is the day, where any of them does. */
const rejectedDates_most = 1000

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
