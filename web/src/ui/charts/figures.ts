/** What stands behind a chart: its table view shows it, and the file holds it. */
export interface Figures<R> {
  columns: readonly FigureColumn<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string
}

export interface FigureColumn<R> {
  name: string
  isNumber?: boolean
  /** As people read it. */
  shown: (row: R) => string
  /** As programs read it: a number without separators, a decimal amount, a code. */
  plain: (row: R) => string | number
}

/** With the mark that makes Excel read UTF-8, as RFC 4180 has it otherwise. */
export function csvOf<R>({ columns, rows }: Figures<R>): string {
  const lines = [columns.map(({ name }) => cell(name)), ...rows.map((row) => columns.map((each) => cellOf(each, row)))]
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`
}

const cellOf = <R>({ isNumber, plain }: FigureColumn<R>, row: R): string =>
  isNumber ? String(plain(row)) : cell(String(plain(row)))

/** A text that a spreadsheet program would run as a formula gets an apostrophe before it. */
function cell(text: string): string {
  const safe = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
