import { type RefundStatus, refundSteps, refundTransitions } from '@kontor/contract/payments/refund.rules'
import { maySucceed } from '@kontor/contract/statuses/transitions'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { followUpDelta, recordDeltas } from '../records/statistics-delta.ts'
import type { StoredRefund } from '../records/stored-refund.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

interface Outcome {
  status?: RefundStatus
  status_reason?: string | null
  processor_id_external?: string | null
  /** Set when the processor took back what it had done. */
  undone_at?: string
  /** A person takes over what the processor says; the database checks that. */
  takenOver?: true
}

/** Changes a refund. A late, repeated or unordered report leaves the status, but may still bring the processor's id. */
export async function changeRefund(
  trx: Trx,
  transaction: StoredTransaction,
  before: Locked<StoredRefund>,
  outcome: Outcome,
): Promise<Locked<StoredRefund>> {
  const { status = before.status } = outcome
  // A processor that reports a refund as made and later as failed says that it took it back, or contradicts itself.
  const moves =
    outcome.takenOver || maySucceed(outcome.undone_at ? refundSteps : refundTransitions, before.status, status)
  const after = {
    ...before,
    undone_at: before.undone_at ?? outcome.undone_at ?? null,
    ...(moves
      ? { status, status_reason: outcome.takenOver ? null : (outcome.status_reason ?? before.status_reason) }
      : {}),
    // The id is that of the refund which was made; until then several may be told. News that it came back may have an id of its own.
    processor_id_external:
      (moves && status === 'PROCESSED' ? outcome.processor_id_external : undefined) ??
      before.processor_id_external ??
      (outcome.undone_at ? null : (outcome.processor_id_external ?? null)),
  }
  const learns = after.processor_id_external !== before.processor_id_external || after.undone_at !== before.undone_at
  if (!moves && !learns) return before
  await trx
    .updateTable('refund')
    .set({
      status: after.status,
      status_reason: after.status_reason,
      processor_id_external: after.processor_id_external,
      undone_at: after.undone_at,
    })
    .where('merchant_id', '=', before.merchant_id)
    .where('created_at', '=', before.created_at)
    .where('id', '=', before.id)
    .execute()
  if (moves) {
    await recordDeltas(trx, [
      followUpDelta('refund', transaction, before, -1),
      followUpDelta('refund', transaction, after, 1),
    ])
  }
  return after
}
