import { Refusal } from '@kontor/contract/refusal'
import { type LockedTransaction, lockTransaction } from '../engine/locked-transaction.ts'
import { findChargeback, type StoredChargeback } from '../engine/stored-chargeback.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'

/**
 * Locks a chargeback, its transaction first, in the same order as notifications do. Refuses a chargeback that the actor
 * may not see as not found.
 */
export async function lockChargeback(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<{ transaction: LockedTransaction; chargeback: StoredChargeback }> {
  const seen = await trx
    .selectFrom('chargeback')
    .select('transaction_id')
    .where('created_at', '=', instantOf(id) ?? null)
    .where('id', '=', id)
    .where(visibleTo(actor, 'chargeback'))
    .executeTakeFirst()
  if (!seen) throw new Refusal('not_found')
  const transaction = await lockTransaction(trx, actor, seen.transaction_id)
  const chargeback = await findChargeback(trx, transaction, id, { isLocked: true })
  if (!chargeback) throw new Refusal('not_found')
  return { transaction, chargeback }
}
