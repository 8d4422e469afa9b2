import { type DifferenceAmounts, movementsOf } from '@kontor/contract/reconciliation/movements.rules'
import type { DifferenceStatus } from '@kontor/contract/reconciliation/reconciliation.rules'
import type { NewTransfer } from '../ledger/book.ts'

/** What a difference is about, as its transfers need it. */
export interface DifferenceFacts extends DifferenceAmounts {
  merchant_id: string
  id: string
  book_id: string
  processor_id: string | null
  transaction_id: string | null
}

/** What is booked when a difference is found. What is missing is still owed, so nothing is. */
export const arising = (of: DifferenceFacts): NewTransfer[] => (of.type === 'MISSING' ? [] : found(of))

const found = (of: DifferenceFacts): NewTransfer[] =>
  transfers(of, (more) => {
    if (of.type === 'COST') return more ? 'cost_less' : 'cost_more'
    return more ? 'difference_more' : 'difference_less'
  })

const takenBack = (of: DifferenceFacts): NewTransfer[] =>
  transfers(of, (more) => {
    if (of.type === 'COST') return more ? 'cost_more' : 'cost_less'
    return more ? 'difference_less' : 'difference_more'
  })

/** By whom and why it is resolved. */
interface Deciding {
  actor: { kind: string; id: string | null; name: string }
  reason: string
}

/**
 * What is booked when a difference goes from one status to another. Afterwards account 21 has nothing of it: what was linked, claimed
 * or corrected is what our own books say, and what is written off is a loss or gain. Fees that are not claimed stay costs.
 */
export function resolving(
  of: DifferenceFacts,
  { from, to }: { from: DifferenceStatus; to: DifferenceStatus },
  deciding: Deciding,
): NewTransfer[] {
  const stands = from === 'OPEN' && of.type !== 'MISSING'
  if (to === 'WRITTEN_OFF') return [...(stands ? [] : found(of)), ...lost(of, deciding)]
  if (!stands) return []
  if (of.type === 'COST' && to === 'CORRECTED') return []
  return takenBack(of)
}

const lost = (of: DifferenceFacts, deciding: Deciding): NewTransfer[] =>
  of.type === 'COST'
    ? []
    : transfers(of, (more) => (more ? 'difference_gain' : 'difference_loss')).map((each) => ({ ...each, ...deciding }))

const transfers = (of: DifferenceFacts, kindOf: (more: boolean) => NewTransfer['kind']): NewTransfer[] =>
  movementsOf(of).map(({ currency_code, amount }) => ({
    ...{ merchant_id: of.merchant_id, book_id: of.book_id, currency_code, amount: Math.abs(amount) },
    ...{ kind: kindOf(amount > 0), subject_id: of.id, available: 'never' as const },
    ...(of.processor_id !== null && { sub_id: of.processor_id }),
    ...(of.transaction_id !== null && { transaction_id: of.transaction_id }),
  }))
