import { pipeline, Readable } from 'node:stream'
import type { FieldKind } from '@kontor/contract/field'
import type { ExportFormat, ListQuery } from '@kontor/contract/lists/list-query'
import type { CompiledQuery } from 'kysely'
import Cursor from 'pg-cursor'
import type { Actor } from '../db/actor.ts'
import type { Databases, Reader } from '../db/database.ts'
import type { LimitedConnection } from '../limited-connections.ts'
import { type AnyRow, type Source, sortedRows } from '../rows/list.ts'
import { cellsOf } from './cells.ts'
import { copyOut } from './copy-out.ts'
import { csvFile } from './csv.ts'
import { jsonText } from './json.ts'
import { atLeastSpeed, type Patience, patience } from './least-speed.ts'
import { withLiterals } from './literals.ts'
import { type Column, xlsxFile } from './xlsx.ts'

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
 * Every matching row as a file, made while it is sent: memory use stays flat, and a slow reader slows the database
 * down. All rows are of one instant. An error half way breaks the connection, so that half a file is never taken for a
 * whole one. Refused when too many exports are running.
 */
export async function exportFile(
  databases: Databases,
  source: Source,
  actor: Actor,
  query: ListQuery,
  onRows: (count: number) => void = () => {},
  readerPatience: Patience = patience,
): Promise<Readable> {
  const made = makerOf(databases.provider, source, actor, query, onRows)
  return streamed(databases, actor, source.as, made, readerPatience)
}

/** A file that its reader takes piece by piece. A piece is written over when the next one is asked for. */
export interface FilePieces extends AsyncIterable<Buffer> {
  /** Ends the file with an error for its reader. */
  abandon(error: Error): void
}

/** The same file for a reader that is never slow, and keeps nothing of a piece: it costs the least of all. */
export function exportPieces(
  databases: Databases,
  source: Source,
  actor: Actor,
  query: ListQuery,
  onRows: (count: number) => void,
): Promise<FilePieces> {
  return piecesOf(databases, actor, source.as, makerOf(databases.provider, source, actor, query, onRows))
}

/**
 * Every row of a statement as CSV, with the names of its columns in the first line. Like `exportFile`, for a file whose form is not
 * ours: it has no byte-order mark, and its statement makes texts harmless by `inert`.
 */
export function exportStatement(databases: Databases, actor: Actor, statement: CompiledQuery): Promise<Readable> {
  const copy = `copy (${withLiterals(statement)}) to stdout (format csv, header)`
  return streamed(databases, actor, undefined, (connection) => copyOut(connection, copy), patience)
}

/** Begins the connection of a file. The connection ends when the file is made, fails, is abandoned, or is read no further. */
async function piecesOf(databases: Databases, actor: Actor, as: Source['as'], made: Maker): Promise<FilePieces> {
  const connection = await databases.exports.begin(actor, as)
  let isEnded = false
  let failure: Error | undefined
  const end = (isDone: boolean) => {
    if (!isEnded) connection.end(isDone)
    isEnded = true
  }
  return {
    abandon(error) {
      failure ??= error
      end(false)
    },
    async *[Symbol.asyncIterator]() {
      try {
        for await (const piece of made(connection)) {
          if (failure) throw failure
          yield Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
        }
        end(true)
      } catch (error) {
        throw failure ?? error
      } finally {
        end(false)
      }
    },
  }
}

async function streamed(
  databases: Databases,
  actor: Actor,
  as: Source['as'],
  made: Maker,
  readerPatience: Patience,
): Promise<Readable> {
  const pieces = await piecesOf(databases, actor, as, made)
  const file = atLeastSpeed(readerPatience)
  // A reader may leave before the first row, when nothing else ends the statement.
  file.once('close', () => pieces.abandon(new Error('the reader left')))
  pipeline(Readable.from(owned(pieces), { objectMode: false }), file, () => {})
  return file
}

/** Pieces that wait in a stream must not be written over. */
async function* owned(pieces: FilePieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

type Pieces = AsyncIterable<Buffer | string>

/** Makes the pieces of a file. */
type Maker = (connection: LimitedConnection) => Pieces

function makerOf(db: Reader, source: Source, actor: Actor, query: ListQuery, onRows: (count: number) => void): Maker {
  const { entity } = source
  const { columns } = query
  if (query.format === 'json') {
    const statement = sortedRows(source, db, actor, query).compile(db)
    return (connection) => jsonText(rowsOf(connection, statement), columns, onRows)
  }
  const separator = separators[query.format]
  const style = {
    isInert: separator !== undefined,
    hasComma: query.format === 'csv_nl',
    hasSerials: query.format === 'xlsx',
  }
  const select = withLiterals(sortedRows(source, db, actor, query, cellsOf(entity, columns, style)).compile(db))
  const copy = `copy (${select}) to stdout (${separator ? `format csv, delimiter '${separator}'` : 'format text'})`
  if (separator) return (connection) => csvFile(connection, copy, { columns, separator, onRows })
  const sheet = { name: entity.name, columns: columns.map((name) => columnOf(name, entity.fields[name]?.kind, actor)) }
  return (connection) => xlsxFile(copyOut(connection, copy), sheet, onRows)
}

/** A number of a workbook has no zone, so the head of its column names the zone. */
function columnOf(name: string, kind: FieldKind = 'text', { time_zone }: Actor): Column {
  return { head: kind === 'timestamp' ? `${name} (${time_zone})` : name, kind }
}

async function* rowsOf({ client }: LimitedConnection, { sql, parameters }: CompiledQuery): AsyncGenerator<AnyRow> {
  const cursor = client.query(new Cursor<AnyRow>(sql, [...parameters]))
  for (;;) {
    const rows = await cursor.read(batch)
    if (rows.length === 0) break
    yield* rows
  }
  await cursor.close()
}
