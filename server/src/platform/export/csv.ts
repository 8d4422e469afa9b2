import type { LimitedConnection } from '../limited-connections.ts'
import { copyOut } from './copy-out.ts'

/** Tells spreadsheet programs that the file is UTF-8. */
const byteOrderMark = '\ufeff'

interface Csv {
  columns: readonly string[]
  separator: string
  onRows: (count: number) => void
}

/**
 * PostgreSQL's CSV in the form of RFC 4180, except for the separator: lines end with CRLF, and the first line has the
 * names of the fields, which users map in their bookkeeping programs. A piece is written over when the next one is asked for.
 */
export async function* csvFile(
  connection: LimitedConnection,
  copy: string,
  { columns, separator, onRows }: Csv,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${byteOrderMark}${columns.join(separator)}\r\n`)
  yield* copyOut(connection, copy, { hasReturns: true, onRows })
}
