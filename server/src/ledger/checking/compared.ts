/** A key of which the ledger says something else than it should. */
export type LedgerDifference = Record<string, unknown> & { check: string }

export interface Compared {
  /** What was compared. */
  keys: number
  differences: number
  /** The first of them. */
  examples: LedgerDifference[]
}

/** A difference that is everywhere is understood by a few. */
export const mostExamples = 20

export function addCompared(to: Compared, { keys, differences, examples }: Compared): void {
  to.keys += keys
  to.differences += differences
  to.examples.push(...examples.slice(0, mostExamples - to.examples.length))
}
