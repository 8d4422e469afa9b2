import { Refusal } from '@kontor/contract/refusal'
import { lockChargeback as lockRowOf, type StoredChargeback } from '../engine/records/stored-chargeback.ts'
import { lockTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { Locked } from '../platform/db/locked.ts'

/**
 * Locks a chargeback, its transaction first, in the same order as notifications do. Refuses a chargeback that the actor
 * may not see as not found.
 */
export async function lockChargeback(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<{ transaction: Locked<StoredTransaction>; chargeback: Locked<StoredChargeback> }> {
  const seen = await trx
    .selectFrom('chargeback')
    .select('transaction_id')
    .where('created_at', '=', instantOf(id) ?? null)
    .where('id', '=', id)
    .where(visibleTo(actor, 'chargeback'))
    .executeTakeFirst()
  if (!seen) throw new Refusal('not_found')
  const transaction = await lockTransaction(trx, actor, seen.transaction_id)
  const chargeback = await lockRowOf(trx, transaction, id)
  if (!chargeback) throw new Refusal('not_found')
  return { transaction, chargeback }
}
