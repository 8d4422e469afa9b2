import { Transform } from 'node:stream'

const quote = 0x22
const newline = 0x0a

/** Tells spreadsheet programs that the file is UTF-8. */
const byteOrderMark = '\ufeff'

/**
 * PostgreSQL's CSV in the form of RFC 4180, except for the separator: lines end with CRLF, and the first line has the
 * names of the fields, which users map in their bookkeeping programs.
 */
export function csvFile(columns: readonly string[], separator: string, onRows: (count: number) => void): Transform {
  let isQuoted = false
  const file = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const [text, rows, ended] = withReturns(chunk, isQuoted)
      isQuoted = ended
      onRows(rows)
      done(null, text)
    },
  })
  file.push(`${byteOrderMark}${columns.join(separator)}\r\n`)
  return file
}

/** Adds a carriage return before each newline that ends a row; newlines within quotes are text. */
function withReturns(chunk: Buffer, wasQuoted: boolean): [Buffer, number, boolean] {
  const [ends, isQuoted] = rowEnds(chunk, wasQuoted)
  const text = Buffer.allocUnsafe(chunk.length + ends.length)
  let from = 0
  for (const [before, at] of ends.entries()) {
    chunk.copy(text, from + before, from, at)
    text[at + before] = 0x0d
    from = at
  }
  chunk.copy(text, from + ends.length, from)
  return [text, ends.length, isQuoted]
}

/** The positions where rows end, and whether the piece ends within quotes. */
function rowEnds(chunk: Buffer, wasQuoted: boolean): [number[], boolean] {
  const ends: number[] = []
  let isQuoted = wasQuoted
  let nextQuote = chunk.indexOf(quote)
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
    for (; nextQuote >= 0 && nextQuote < at; nextQuote = chunk.indexOf(quote, nextQuote + 1)) isQuoted = !isQuoted
    if (!isQuoted) ends.push(at)
  }
  for (; nextQuote >= 0; nextQuote = chunk.indexOf(quote, nextQuote + 1)) isQuoted = !isQuoted
  return [ends, isQuoted]
}
