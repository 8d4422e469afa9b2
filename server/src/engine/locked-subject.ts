import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { findLockedRefund, type StoredRefund } from './change-refund.ts'
import { findLocked, findTransaction, type StoredTransaction } from './locked-transaction.ts'
import { findChargeback, type StoredChargeback } from './stored-chargeback.ts'

export interface LockedSubject {
  transaction: StoredTransaction
  refund: StoredRefund | undefined
  chargeback: StoredChargeback | undefined
}

/** What an outcome may change, locked: of a refund the refund alone, else the transaction, and of an answer its chargeback. */
export async function lockSubject(
  trx: Trx,
  actor: Actor,
  of: { transaction_id: string; refund_id: string | null; chargeback_id: string | null },
): Promise<LockedSubject | undefined> {
  const find = of.refund_id === null ? findLocked : findTransaction
  const transaction = await find(trx, actor, of.transaction_id)
  if (!transaction) return undefined
  const refund = of.refund_id === null ? undefined : await findLockedRefund(trx, transaction, of.refund_id)
  const chargeback =
    of.chargeback_id === null ? undefined : await findChargeback(trx, transaction, of.chargeback_id, { isLocked: true })
  return { transaction, refund, chargeback }
}
