import { enqueueWith, type KnownOrder } from '../engine/outbox/outbox.ts'
import { followUpDelta, recordDeltas } from '../engine/records/statistics-delta.ts'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'

interface Written {
  id: string
  created_at: string
  amount: number
  created_by: string | null
  reason?: string | null
  override_chargeback_reason?: string | null
}

/** Writes a refund as PENDING, with its job. `known`: its processor has it already. */
export async function writeRefund(
  trx: Trx,
  transaction: Locked<StoredTransaction> & { processor_id: string },
  { id, created_at, amount, created_by, reason = null, override_chargeback_reason = null }: Written,
  { known, now }: { known?: KnownOrder; now: Date },
): Promise<void> {
  const { merchant_id, organisation_id, processor_id } = transaction
  const of = { transaction_created_at: transaction.created_at, transaction_id: transaction.id }
  const values = { merchant_id, id, created_at, amount, status: 'PENDING' as const }
  // A trigger on this insert adds the amount to what the transaction has reserved. A CHECK constraint limits that sum.
  await trx
    .insertInto('refund')
    .values({ ...values, ...of, organisation_id, processor_id, reason, override_chargeback_reason, created_by })
    .execute()
  await recordDeltas(trx, [followUpDelta('refund', transaction, values, 1)])
  const job = { merchant_id, id, topic: 'processor.refund' as const, ...of, refund_id: id, payload: {} }
  await enqueueWith(trx, job, { known }, now)
}
