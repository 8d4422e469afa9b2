import { Readable } from 'node:stream'
import { settlementFileLimits } from '@kontor/contract/processors/processor-settlement.rules'
import { CsvError, parse } from 'csv-parse'
import { FileUnreadable } from '../gateway.ts'

export interface CsvLine {
  line: number
  /** The fields by the names of the header. Empty ones are left out. */
  fields: Record<string, string>
}

const chunk_bytes = 65_536
/** A longer record is no line of a settlement. */
const longestRecord = 20_000

/**
 * The lines of a file with a header that has these columns, in any order and among others, one at a time. Throws
 * `FileUnreadable` with the place that is wrong.
 */
export async function* csvLines(content: Buffer, columns: readonly string[]): AsyncGenerator<CsvLine> {
  const parser = Readable.from(chunksOf(content)).pipe(
    parse({ bom: true, info: true, skip_empty_lines: true, relax_column_count: true, max_record_size: longestRecord }),
  )
  let header: string[] | undefined
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!header) {
        header = headerOf(record, columns)
        continue
      }
      if (record.length !== header.length)
        throw new FileUnreadable('wrong_number_of_fields', { line: info.lines, column: header[record.length] ?? '' })
      count += 1
      if (count > settlementFileLimits.lines) throw new FileUnreadable('too_many_lines', { line: info.lines })
      yield { line: info.lines, fields: fieldsOf(header, record) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileUnreadable('not_csv', lineOf(error))
    throw error
  }
  if (!header) throw new FileUnreadable('no_header')
  if (count === 0) throw new FileUnreadable('no_lines')
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += chunk_bytes) yield content.subarray(at, at + chunk_bytes)
}

function headerOf(record: readonly string[], columns: readonly string[]): string[] {
  if (record.length > settlementFileLimits.columns) throw new FileUnreadable('too_many_columns', { line: 1 })
  const header = record.map((name) => name.trim())
  const missing = columns.find((name) => !header.includes(name))
  // A file without any of them has no header, or is another one.
  if (missing !== undefined && !columns.some((name) => header.includes(name)))
    throw new FileUnreadable('no_header', { line: 1 })
  if (missing !== undefined) throw new FileUnreadable('column_missing', { line: 1, column: missing })
  const twice = columns.find((name) => header.indexOf(name) !== header.lastIndexOf(name))
  if (twice !== undefined) throw new FileUnreadable('column_twice', { line: 1, column: twice })
  return header
}

const fieldsOf = (header: readonly string[], record: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    header.flatMap((name, at) => {
      const text = (record[at] ?? '').trim()
      return text === '' ? [] : [[name, text]]
    }),
  )

const lineOf = (error: CsvError): { line?: number } => {
  const line: unknown = error['lines']
  return typeof line === 'number' ? { line } : {}
}
