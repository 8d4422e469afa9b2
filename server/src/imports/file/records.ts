import { importLimits } from '@kontor/contract/imports/import.rules'
import { parse } from 'csv-parse/sync'
import type { RejectionCode } from './problem.ts'

export interface CsvRecord {
  /** The number of its first line; the file begins with line 1. */
  line: number
  fields: string[]
  fault?: RejectionCode
}

/** Enough for an address in a quoted field. An unclosed quotation mark is detected after so many lines. */
const maxLinesPerRecord = 100
/** Characters of a record with quoted fields. */
const maxRecordLength = 1_000_000
/** Characters that are kept of a record with more fields than a file may have columns. */
const keptOfRecord = 10_000

/**
 * Turns lines into records. A quoted field may span lines. If a quotation mark is never closed, only its own line is
 * lost and the lines after it are read again, which a parser of a stream cannot do.
 */
export class RecordReader {
  readonly #delimiter: string
  #columns: number | undefined
  #line = 0
  #open: string[] = []

  /** `columns`: the number of the header's columns, once it is known. */
  constructor(delimiter: string, columns?: number) {
    this.#delimiter = delimiter
    this.#columns = columns
  }

  *read(lines: readonly string[]): Generator<CsvRecord> {
    for (const line of lines) {
      this.#line += 1
      yield* this.#take(line)
    }
  }

  /** Ends the record that is still open at the end of the file. */
  *end(): Generator<CsvRecord> {
    while (this.#open.length > 0) yield* this.#giveUp()
  }

  *#take(line: string): Generator<CsvRecord> {
    if (this.#open.length === 0 && line.trim() === '') return
    if (this.#open.length === 0 && !line.includes('"')) {
      const fields = line.split(this.#delimiter, importLimits.columns + 1)
      yield this.#checked({ line: this.#line, fields }, line)
      return
    }
    this.#open.push(line)
    const text = this.#open.join('\n')
    if (hasOpenQuote(text)) {
      if (this.#open.length >= maxLinesPerRecord || text.length > maxRecordLength) yield* this.#giveUp()
      return
    }
    const record = this.#checked(this.#parsed(text), text)
    if (record.fault && this.#open.length > 1) yield* this.#giveUp()
    else {
      this.#open = []
      yield record
    }
  }

  /** Rejects the first line of the open record and reads the others again. */
  *#giveUp(): Generator<CsvRecord> {
    const [first = '', ...others] = this.#open
    const line = this.#line - others.length
    this.#open = []
    this.#line = line
    yield { line, fields: [first], fault: 'quote_not_closed' }
    yield* this.read(others)
  }

  #parsed(text: string): CsvRecord {
    const line = this.#line - this.#open.length + 1
    try {
      const [fields = []] = parse(text, { delimiter: this.#delimiter, relax_column_count: true })
      return { line, fields }
    } catch {
      return { line, fields: [text], fault: 'quote_not_closed' }
    }
  }

  #checked(record: CsvRecord, text: string): CsvRecord {
    this.#columns ??= record.fields.length
    if (record.fault || record.fields.length === this.#columns) return record
    // A line of delimiters would be a million fields.
    const fields = record.fields.length > importLimits.columns ? [text.slice(0, keptOfRecord)] : record.fields
    return { line: record.line, fields, fault: 'wrong_number_of_fields' }
  }
}

function hasOpenQuote(text: string): boolean {
  let isOpen = false
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOpen = !isOpen
  return isOpen
}
