import { stringify } from 'csv-stringify/sync'
import { guarded } from '../../platform/export/formula.ts'
import { type Rejection, rejectionTexts } from './problem.ts'

/** The header of a file of rejected rows. */
export const rejectedHeader = (header: readonly string[]): string =>
  stringify([['line', 'reason', ...header].map(guarded)])

/** A rejected row with its line and the reason in words. `column` is the one that is wrong. */
export function rejectedLine({ line, code, fields }: Rejection, column?: string): string {
  const reason = column === undefined ? rejectionTexts[code] : `${column}: ${rejectionTexts[code]}`
  return stringify([[String(line), reason, ...fields].map(guarded)])
}
