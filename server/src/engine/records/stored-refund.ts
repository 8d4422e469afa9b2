import type { RefundStatus } from '@kontor/contract/payments/refund.rules'
import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { Refund } from '../../schema.ts'
import type { StoredTransaction } from './stored-transaction.ts'

/** A CHECK constraint allows only these statuses in the column. */
export type StoredRefund = Omit<Selectable<Refund>, 'status'> & { status: RefundStatus }

/** Finds a refund by its whole key, because a transaction may have thousands of refunds. */
export async function findRefund(
  trx: Trx,
  transaction: StoredTransaction,
  id: string,
): Promise<StoredRefund | undefined> {
  return byKey(trx, transaction, id)?.executeTakeFirst()
}

/** Locks only the refund. Other commands on its transaction do not wait for this lock. */
export async function lockRefund(
  trx: Trx,
  transaction: StoredTransaction,
  id: string,
): Promise<Locked<StoredRefund> | undefined> {
  const query = byKey(trx, transaction, id)
  return query && lockRow(query)
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
    .$castTo<StoredRefund>()
}
