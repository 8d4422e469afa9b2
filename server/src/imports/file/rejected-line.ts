import { stringify } from 'csv-stringify/sync'
import { type Rejection, rejectionTexts } from './problem.ts'

/** The header of a file of rejected rows. */
export const rejectedHeader = (header: readonly string[]): string =>
  stringify([['line', 'reason', ...header].map(guarded)])

/** A rejected row with its line and the reason in words. `column` is the one that is wrong. */
export function rejectedLine({ line, code, fields }: Rejection, column?: string): string {
  const reason = column === undefined ? rejectionTexts[code] : `${column}: ${rejectionTexts[code]}`
  return stringify([[String(line), reason, ...fields].map(guarded)])
}

/** Marks a text that a spreadsheet program would run as a formula with an apostrophe. A number is none. */
const guarded = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text)

/** Takes the apostrophe off again, where a file of rejected rows was corrected and comes back. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text

const formula = /^(?:[\s\u00a0\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20-]|[\t\r\n])/
const number = /^[+-]?\d+(?:[.,]\d+)*$/
