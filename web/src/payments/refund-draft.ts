import type { AmountValue } from '../platform/amount-typed.ts'
import { draftOf } from '../platform/draft.ts'
import { useViewer } from '../platform/viewer.ts'

export interface RefundDraft {
  /** Undefined until somebody types: then it is all that can still be refunded, whatever that is by now. */
  amount: AmountValue | undefined
  reason: string
}

export const emptyDraft: RefundDraft = { amount: undefined, reason: '' }

/** What was typed of a refund of this transaction, and not sent or given up. */
export function useRefundDraft(transaction: string) {
  const { id } = useViewer()
  const draft = draftOf(id, `refund.${transaction}`, readDraft)
  return {
    ...draft,
    write: (value: RefundDraft) =>
      value.amount === undefined && value.reason === '' ? draft.clear() : draft.write(value),
  }
}

function readDraft(value: unknown): RefundDraft | undefined {
  if (typeof value !== 'object' || value === null || !('reason' in value) || typeof value.reason !== 'string') return
  const amount = 'amount' in value && typeof value.amount === 'number' ? value.amount : undefined
  return { amount, reason: value.reason }
}
