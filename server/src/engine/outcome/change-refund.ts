import { type RefundStatus, refundTransitions } from '@kontor/contract/payments/refund.rules'
import { maySucceed } from '@kontor/contract/transitions'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { followUpDelta, recordDeltas } from '../records/statistics-delta.ts'
import type { StoredRefund } from '../records/stored-refund.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

interface Outcome {
  status: RefundStatus
  status_reason?: string | null
  processor_id_external?: string | null
}

/** Changes a refund. A late, repeated or unordered report leaves the status, but may still bring the processor's id. */
export async function changeRefund(
  trx: Trx,
  transaction: StoredTransaction,
  before: Locked<StoredRefund>,
  outcome: Outcome,
): Promise<Locked<StoredRefund>> {
  const moves = maySucceed(refundTransitions, before.status, outcome.status)
  const after = {
    ...before,
    ...(moves ? { status: outcome.status, status_reason: outcome.status_reason ?? before.status_reason } : {}),
    processor_id_external: before.processor_id_external ?? outcome.processor_id_external ?? null,
  }
  if (!moves && after.processor_id_external === before.processor_id_external) return before
  await trx
    .updateTable('refund')
    .set({
      status: after.status,
      status_reason: after.status_reason,
      processor_id_external: after.processor_id_external,
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
