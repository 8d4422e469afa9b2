import { PassThrough, pipeline, Readable } from 'node:stream'
import type { ExportFormat, ListQuery } from '@kontor/contract/list-query'
import { sql } from 'kysely'
import type { Actor } from '../db/actor.ts'
import type { Databases } from '../db/database.ts'
import { type AnyRow, type Source, sortedRows } from '../rows/list.ts'
import { cellKind, cellsOf } from './cells.ts'
import { copyOut } from './copy-out.ts'
import { csvFile } from './csv.ts'
import { jsonText } from './json.ts'
import { withLiterals } from './literals.ts'
import { xlsxFile } from './xlsx.ts'

const csv = { type: 'text/csv; charset=utf-8', extension: 'csv' }
export const exportKinds: Record<ExportFormat, { type: string; extension: string }> = {
  csv,
  csv_nl: csv,
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  json: { type: 'application/json; charset=utf-8', extension: 'json' },
}

const separators: Partial<Record<ExportFormat, string>> = { csv: ',', csv_nl: ';' }
const batch = 2000

/**
 * Every matching row as a file, made while it is sent: memory stays flat, and a slow reader slows the database. An error
 * half way breaks the connection off, so that half a file is never taken for a whole one.
 */
export function exportFile(
  databases: Databases,
  source: Source,
  actor: Actor,
  query: ListQuery,
  onRows: (count: number) => void = () => {},
): Readable {
  const { entity } = source
  const { columns } = query
  if (query.format === 'json') return Readable.from(jsonText(rowsOf(databases, source, actor, query), columns, onRows))
  const separator = separators[query.format]
  const style = { isInert: separator !== undefined, hasComma: query.format === 'csv_nl' }
  const cells = cellsOf(entity, columns, style)
  const select = withLiterals(sortedRows(source, databases.provider, actor, query, cells).compile(databases.provider))
  const copied = copyOut(
    databases,
    actor,
    `copy (${select}) to stdout (${separator ? `format csv, delimiter '${separator}'` : 'format text'})`,
  )
  if (separator) return pipeline(copied, csvFile(columns, separator, onRows), () => {})
  const kinds = columns.map((name) => cellKind(entity, name))
  const made = Readable.from(xlsxFile(copied, { name: entity.name, columns, kinds }, onRows), { objectMode: false })
  // A generator hears of its end only where it yields, and it may be waiting for the first row.
  return pipeline(made, new PassThrough(), () => {}).once('close', () => copied.destroy())
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
