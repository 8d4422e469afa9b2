/** The figures of a chart, for its table view and its export file. */
export interface Figures<R> {
  columns: readonly FigureColumn<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string
}

export interface FigureColumn<R> {
  name: string
  isNumber?: boolean
  /** The value for people. */
  shown: (row: R) => string
  /** The value for programs: a number without separators, a decimal amount, a code. */
  plain: (row: R) => string | number
}

/** CSV as in RFC 4180, with the byte order mark that makes Excel read UTF-8. */
export function csvOf<R>({ columns, rows }: Figures<R>): string {
  const lines = [columns.map(({ name }) => cell(name)), ...rows.map((row) => columns.map((each) => cellOf(each, row)))]
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`
}

const cellOf = <R>({ isNumber, plain }: FigureColumn<R>, row: R): string =>
  isNumber ? String(plain(row)) : cell(String(plain(row)))

/** Adds an apostrophe to a text that a spreadsheet program would run as a formula. */
function cell(text: string): string {
  const safe = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
