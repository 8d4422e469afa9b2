/** Where the files of a processor settlement come from. `UPLOAD`: people hand them in. `API`: Kontor fetches them. */
export const processorSettlementTypes = ['UPLOAD', 'API'] as const
export type ProcessorSettlementType = (typeof processorSettlementTypes)[number]

/** What a line of a settlement moves. `other`: the gateway's word for it is not known here. */
export const settlementLineKinds = [
  'payment',
  'refund',
  'refund_reversed',
  'chargeback',
  'chargeback_reversed',
  'fee',
  'payout',
  'transfer',
  'correction',
  'other',
] as const
export type SettlementLineKind = (typeof settlementLineKinds)[number]

/**
 * The reason why a line is not understood. Its own words are kept. A damaged line makes its whole file FAILED, so the first three
 * stand on lines of files from before; `amount_unreadable` also where a gateway did not say an amount, and `does_not_add_up` also
 * on a payout that is not the sum of its lines.
 */
export const settlementLineProblems = [
  'amount_unreadable',
  'currency_unknown',
  'does_not_add_up',
  'type_unknown',
  'other_account',
] as const
export type SettlementLineProblem = (typeof settlementLineProblems)[number]

/** `RECEIVED`: it waits to be read. `FAILED`: it could not be read, and none of its lines is kept. */
export const settlementFileStatuses = ['RECEIVED', 'READ', 'FAILED'] as const

/** Why a file could not be read. The last ones are damage of a line, because of which none of the others counts. */
export const settlementFileProblems = [
  'not_csv',
  'no_header',
  'column_missing',
  'column_twice',
  'wrong_number_of_fields',
  'no_lines',
  'too_many_lines',
  'too_many_columns',
  'amount_unreadable',
  'currency_unknown',
  'does_not_add_up',
] as const
export type SettlementFileProblem = (typeof settlementFileProblems)[number]

/**
 * What was wrong when files were last fetched. Of a file: `file_missing`, the gateway announced a later one; `file_too_large`;
 * `file_empty`; `file_not_itemized`, the gateway does not say which payments a payout consists of. `not_kept`: it was fetched, and Kontor failed to keep it.
 */
export const settlementFetchProblems = [
  'unreachable',
  'credential_refused',
  'not_permitted',
  'file_missing',
  'file_too_large',
  'file_empty',
  'file_not_itemized',
  'not_kept',
] as const
export type SettlementFetchProblem = (typeof settlementFetchProblems)[number]

/** Bytes of a file, and lines and columns in it. */
export const settlementFileLimits = { bytes: 16 * 1024 * 1024, lines: 200_000, columns: 100 } as const

/** `MISSING`: a file should have come. `DIFFERENCE`: something differs from the ledger, and nobody decided it yet. */
export const reconciliationStates = ['OK', 'DIFFERENCE', 'MISSING'] as const

/** Days within which the next file may be expected. */
export const mostExpectedDays = 62

/** What became of the lines of a file in the ledger: all are of something there, some differ, or all is decided and paid. */
export const reconciledStatuses = ['MATCHED', 'DIFFERENCES', 'CLOSED'] as const
