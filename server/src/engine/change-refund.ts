import { type RefundStatus, refundTransitions } from '@kontor/contract/payments/refund.rules'
import { maySucceed } from '@kontor/contract/transitions'
import type { Selectable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { Refund } from '../schema.ts'
import type { StoredTransaction } from './locked-transaction.ts'
import { followUpDelta, recordDeltas } from './statistics-delta.ts'

export type StoredRefund = Omit<Selectable<Refund>, 'status'> & { status: RefundStatus }

/** A refund of a transaction, by its whole key: the transaction may have thousands. */
export async function findRefund(
  trx: Trx,
  transaction: StoredTransaction,
  id: string,
): Promise<StoredRefund | undefined> {
  return stored(await byKey(trx, transaction, id)?.executeTakeFirst())
}

/** The refund alone is locked, not its transaction, on which others go on meanwhile. */
export async function findLockedRefund(
  trx: Trx,
  transaction: StoredTransaction,
  id: string,
): Promise<StoredRefund | undefined> {
  return stored(await byKey(trx, transaction, id)?.forUpdate().executeTakeFirst())
}

function byKey(trx: Trx, transaction: StoredTransaction, id: string) {
  const created_at = instantOf(id)
  if (created_at === undefined) return undefined
  return trx
    .selectFrom('refund')
    .selectAll()
    .where('merchant_id', '=', transaction.merchant_id)
    .where('created_at', '=', created_at)
    .where('transaction_id', '=', transaction.id)
    .where('id', '=', id)
}

// A CHECK keeps the column to these values.
const stored = (row: Selectable<Refund> | undefined) => row as StoredRefund | undefined

interface Outcome {
  status: RefundStatus
  status_reason?: string | null
  processor_id_external?: string | null
}

/** Moves a locked refund on. A report that is late, repeated or out of order leaves its status; the processor's id is kept. */
export async function changeRefund(
  trx: Trx,
  transaction: StoredTransaction,
  before: StoredRefund,
  outcome: Outcome,
): Promise<StoredRefund> {
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
