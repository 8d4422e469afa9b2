import { Readable } from 'node:stream'
import type { Entity } from '@kontor/contract/entity'
import type { ExportFormat, ListQuery } from '@kontor/contract/list-query'
import { decimalOf } from '@kontor/contract/money'
import { stringify } from 'csv-stringify'
import { writeXlsxStream } from 'hucre/xlsx'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Databases } from './database.ts'
import { type AnyRow, type Source, sortedRows } from './list.ts'

export const exportTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

const batch = 2000

/**
 * Every matching row as a file, made while it is sent: memory stays flat, and a slow reader slows the database cursor.
 * An error half way breaks the connection off, so that half a file is never taken for a whole one.
 */
export function exportFile(databases: Databases, source: Source, actor: Actor, query: ListQuery): Readable {
  const rows = rowsOf(databases, source, actor, query)
  if (query.format === 'json') return Readable.from(jsonText(rows, query.columns))
  const cells = cellsOf(rows, source.entity, query.columns, actor.time_zone)
  if (query.format === 'xlsx')
    return Readable.fromWeb(
      writeXlsxStream(numbered(cells), { name: source.entity.name }) as Parameters<typeof Readable.fromWeb>[0],
    )
  const csv = stringify({
    bom: true,
    record_delimiter: 'windows',
    cast: { string: inert, boolean: String, object: (amount) => String(amount['decimal']) },
  })
  const input = Readable.from(cells)
  input.on('error', (error) => csv.destroy(error))
  csv.on('close', () => input.destroy())
  return input.pipe(csv)
}

/** One transaction for the whole file: what it holds was true at one instant. */
async function* rowsOf(databases: Databases, source: Source, actor: Actor, query: ListQuery): AsyncGenerator<AnyRow> {
  const { merchant } = actor.scope
  const db = merchant === null ? databases.provider : databases.merchant
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`select set_config('kontor.merchant', ${merchant ?? ''}, true)`.execute(trx)
    const compiled = sortedRows(source, trx, actor, query).compile(trx)
    for await (const { rows } of trx.getExecutor().stream<AnyRow>(compiled, batch)) yield* rows
  } finally {
    await trx.rollback().execute()
  }
}

async function* jsonText(rows: AsyncIterable<AnyRow>, columns: readonly string[]): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}${JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))}`
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

/** Decimal digits, exact: 25.00. A text file keeps them as they are, a sheet has a number for them. */
interface Amount {
  decimal: string
}
type Cell = string | number | boolean | null | Amount

/** A text that a spreadsheet program would run as a formula gets an apostrophe before it. */
const inert = (text: string): string => (/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text)

async function* numbered(rows: AsyncIterable<Cell[]>): AsyncGenerator<Exclude<Cell, Amount>[]> {
  for await (const cells of rows)
    yield cells.map((one) => (one !== null && typeof one === 'object' ? Number(one.decimal) : one))
}

async function* cellsOf(
  rows: AsyncIterable<AnyRow>,
  entity: Entity,
  columns: readonly string[],
  timeZone: string,
): AsyncGenerator<Cell[]> {
  // Header names are the field names: bookkeeping programs are set up by them.
  yield [...columns]
  const zoned = zonedInstant(timeZone)
  for await (const row of rows) yield columns.map((name) => cell(entity, row, name, zoned))
}

function cell(entity: Entity, row: AnyRow, name: string, zoned: (instant: string) => string): Cell {
  const field = entity.fields[name]
  const value = row[name]
  if (value === null || value === undefined) return null
  if (field?.kind === 'money') return { decimal: decimalOf(Number(value), String(row[field.currency ?? ''])) }
  if (field?.kind === 'timestamp') return zoned(String(value))
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** ISO 8601 with the offset of the zone at that instant: 2026-10-25T02:30:00.000+02:00. */
function zonedInstant(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'longOffset',
  })
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
    const offset = parts['timeZoneName']?.replace(/^(GMT|UTC)/, '').replace('−', '-') || '+00:00'
    return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:${parts['second']}.${parts['fractionalSecond']}${offset}`
  }
}
