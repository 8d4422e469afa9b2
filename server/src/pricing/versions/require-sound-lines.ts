import { decimalOf } from '@kontor/contract/money'
import { type LineProblem, linesProblems } from '@kontor/contract/pricing/line-problems'
import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { StoredScheme } from '../locked-scheme.ts'
import { linesOf } from './lines-of.ts'

/** Refuses a version whose lines leave a doubt about a price; the details name all of it by the numbers of the lines. */
export async function requireSoundLines(db: Reader, scheme: Locked<StoredScheme>, version: string): Promise<void> {
  const problems = await problemsOf(db, scheme, version)
  if (problems.length === 0) return
  const has = (...codes: LineProblem['code'][]) => problems.some(({ code }) => codes.includes(code))
  const details = Object.fromEntries(
    [...Map.groupBy(problems, ({ code }) => code)].map(([code, found]) => [`lines.${code}`, found.map(wordsOf)]),
  )
  if (has('overlap')) throw new Refusal('scheme_overlap', details)
  throw new Refusal(has('default_missing', 'hole', 'tier_hole') ? 'scheme_gap' : 'scheme_lines_refused', details)
}

/** A reserve has no lines, and holds the same of every payment. */
export const problemsOf = async (
  db: Reader,
  { type, currency_code }: Pick<StoredScheme, 'type' | 'currency_code'>,
  version: string,
): Promise<LineProblem[]> => (type === 'RESERVE' ? [] : linesProblems(await linesOf(db, version), currency_code))

/** `2, 3: 10.00–20.00 EUR`; a missing line is named by its event. */
function wordsOf({ lines, event, from, until, currency_code: code }: LineProblem): string {
  if (lines.length === 0) return event
  const numbers = lines.join(', ')
  if (from === undefined || until === undefined || !code) return numbers
  return `${numbers}: ${decimalOf(from, code)}–${decimalOf(until, code)} ${code}`
}
