import { type RefundStatus, refundTransitions } from '@kontor/contract/payments/refund.rules'
import { maySucceed } from '@kontor/contract/transitions'
import type { Selectable } from 'kysely'
import type { Trx } from '../platform/database.ts'
import type { Refund } from '../schema.ts'
import type { LockedTransaction } from './locked-transaction.ts'
import { followUpDelta, recordDeltas } from './statistics-delta.ts'

export type StoredRefund = Omit<Selectable<Refund>, 'status'> & { status: RefundStatus }

/** A refund of a locked transaction. */
export async function findRefund(
  trx: Trx,
  transaction: LockedTransaction,
  id: string,
): Promise<StoredRefund | undefined> {
  const row = await trx
    .selectFrom('refund')
    .selectAll()
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_id', '=', transaction.id)
    .where('id', '=', id)
    .executeTakeFirst()
  // A CHECK keeps the column to these values.
  return row as StoredRefund | undefined
}

interface Outcome {
  status: RefundStatus
  status_reason?: string | null
  processor_id_external?: string | null
}

/** Moves a refund on; false when the report is late, repeated or out of order and changes nothing. */
export async function changeRefund(
  trx: Trx,
  transaction: LockedTransaction,
  before: StoredRefund,
  outcome: Outcome,
): Promise<boolean> {
  if (!maySucceed(refundTransitions, before.status, outcome.status)) return false
  await trx
    .updateTable('refund')
    .set({
      status: outcome.status,
      status_reason: outcome.status_reason ?? before.status_reason,
      processor_id_external: outcome.processor_id_external ?? before.processor_id_external,
    })
    .where('merchant_id', '=', before.merchant_id)
    .where('created_at', '=', before.created_at)
    .where('id', '=', before.id)
    .execute()
  await recordDeltas(trx, [
    followUpDelta('refund', transaction, before, -1),
    followUpDelta('refund', transaction, { ...before, status: outcome.status }, 1),
  ])
  return true
}
