/** A key of which the ledger says something else than it should. */
export type LedgerDifference = Record<string, unknown> & { check: string }

export interface Compared {
  /** What was compared. */
  keys: number
  differences: number
  examples: LedgerDifference[]
}
