import { largestPaymentEver } from '@kontor/contract/money'
import type { SettlementLineKind, SettlementLineProblem } from '@kontor/contract/processors/processor-settlement.rules'
import {
  costTolerance,
  type DifferenceStatus,
  type DifferenceType,
  type LineMatch,
} from '@kontor/contract/reconciliation/reconciliation.rules'

/** A line of a file that is to be decided. Amounts in minor units; negative: taken from what is paid out. */
export interface Line {
  line: number
  kind: SettlementLineKind
  currency_code: string
  gross: number | null
  net: number | null
  /** All fees of it; null: the file has no amounts, or more than a number holds. */
  charged: number | null
  /** Parts of these fees. */
  interchange: number | null
  scheme_fees: number | null
  commission: number | null
  problem: SettlementLineProblem | null
  /** The payment that its reference names. */
  transaction_id: string | null
  /** Of a payment from before the ledger, or booked before it and of no payment that we know. It was settled elsewhere. */
  is_before: boolean
}

/** What the ledger has of it. */
export interface Ours {
  /** The transaction, refund or chargeback. */
  subject_id: string
  transaction_id: string
  book_id: string
  processor_id: string | null
  /** Signed as the line is. */
  amount: number
  currency_code: string
  /** The fees that were expected; null: no price said so. */
  cost: number | null
  scheme_line: number | null
  /** It was listed as missing, and what became of that. */
  missing: DifferenceStatus | null
  /** Another line is of the same. */
  is_taken: boolean
}

/** What is found about a line beside what it is of. */
export interface FoundDifference {
  type: DifferenceType
  said: number | null
  expected: number
  expected_currency_code: string
}

export interface Decision {
  line: Line
  matched: LineMatch
  ours: Ours | null
  expected_cost: number | null
  differences: readonly FoundDifference[]
  /** Fees beyond what was expected, less than a difference; negative: fewer. Booked as a cost. */
  cost_more: number
  /** What it says of costs that a fee may pass on. */
  passed: { interchange: number; scheme_fees: number } | null
}

/**
 * Interchange and fees of the card's brand, as a line says them. Null: one with a commission alone says nothing of them, and more than
 * the payment itself is a mistake, which no merchant pays.
 */
function passedBy({ interchange, scheme_fees, commission }: Line, { amount }: Ours): Decision['passed'] {
  if (interchange === null || scheme_fees === null) return null
  if (interchange === 0 && scheme_fees === 0 && commission !== 0) return null
  return Math.abs(interchange) + Math.abs(scheme_fees) > Math.abs(amount) ? null : { interchange, scheme_fees }
}

/** Decides a line of which something is booked. `taken`: what the lines before it in the same step are of. */
export function decideOurs(line: Line, ours: Ours, matched: 'EXACT' | 'FUZZY' | 'HAND'): Decision {
  const net = line.net ?? 0
  const charged = line.charged ?? 0
  const inFile = { expected_currency_code: line.currency_code }
  const decided = { line, ours, cost_more: 0, passed: null }
  if (ours.is_taken)
    return {
      ...decided,
      ...{ matched: 'TWICE', expected_cost: null, differences: [{ type: 'TWICE', said: net, expected: 0, ...inFile }] },
    }
  const late: FoundDifference[] =
    ours.missing === null ? [] : [{ type: 'LATE', said: line.gross, expected: ours.amount, ...inFile }]
  if (line.currency_code !== ours.currency_code) {
    // In its own currency nothing comes: neither the amount nor the fees that were expected.
    const expected = isGivenUp(ours) ? 0 : ours.amount - (ours.cost ?? 0)
    const currency = { said: net, expected, expected_currency_code: ours.currency_code }
    return { ...decided, matched, expected_cost: null, differences: [{ type: 'CURRENCY', ...currency }, ...late] }
  }
  const expected = isGivenUp(ours) ? 0 : ours.amount
  const cost = isGivenUp(ours) ? null : ours.cost
  const more = charged - (cost ?? 0)
  const isDifference = cost !== null && Math.abs(more) > costTolerance(cost)
  return {
    ...decided,
    ...{ matched, expected_cost: cost, cost_more: isDifference ? 0 : more, passed: passedBy(line, ours) },
    differences: [
      ...(line.gross === expected ? [] : [{ type: 'AMOUNT' as const, said: line.gross, expected, ...inFile }]),
      ...(isDifference ? [{ type: 'COST' as const, said: charged, expected: cost, ...inFile }] : []),
      ...late,
    ],
  }
}

/** What was missing was written off, so that nothing of it is owed. */
const isGivenUp = ({ missing }: Ours): boolean => missing === 'WRITTEN_OFF'

/** Decides a line of which nothing is booked. */
export function decideOther(line: Line): Decision {
  const decided = { line, matched: 'NONE' as const, ours: null, expected_cost: null, cost_more: 0, passed: null }
  const of = { expected: 0, expected_currency_code: line.currency_code }
  const isNoneOfOurs =
    line.problem === 'other_account' || line.is_before || line.kind === 'payout' || line.kind === 'transfer'
  if (isNoneOfOurs) return { ...decided, differences: [] }
  // An amount that no payment may have is none.
  if (line.net === null || Math.abs(line.net) > largestPaymentEver)
    return { ...decided, differences: [{ type: 'UNKNOWN', said: null, ...of }] }
  if (line.net === 0) return { ...decided, differences: [] }
  // A fee of no payment was expected by nobody.
  if (line.kind === 'fee') return { ...decided, differences: [{ type: 'COST', said: -line.net, ...of }] }
  return { ...decided, differences: [{ type: 'UNKNOWN', said: line.net, ...of }] }
}
