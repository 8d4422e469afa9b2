import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { Transaction } from '../../schema.ts'

/** A CHECK constraint allows only these statuses in the column. */
export type StoredTransaction = Omit<Selectable<Transaction>, 'status'> & { status: TransactionStatus }

/**
 * Locks the transaction that a command decides about. A transaction that the actor may not see is refused as `not_found`.
 */
export async function lockTransaction(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredTransaction>> {
  const query = visible(trx, actor, id)
  const found = query && (await lockRow(query, { strength: 'no key update' }))
  if (!found) throw new Refusal('not_found')
  return found
}

/** Finds a transaction without a lock. A decision needs `lockTransaction`. */
export async function findTransaction(trx: Trx, actor: Actor, id: string): Promise<StoredTransaction | undefined> {
  return visible(trx, actor, id)?.executeTakeFirst()
}

function visible(trx: Trx, actor: Actor, id: string) {
  const created_at = instantOf(id)
  if (created_at === undefined) return undefined
  return trx
    .selectFrom('transaction')
    .selectAll()
    .where('created_at', '=', created_at)
    .where('id', '=', id)
    .where(visibleTo(actor, 'transaction'))
    .$castTo<StoredTransaction>()
}

/** True: the payment has a processor and that processor's own id. A capture, a void or a refund needs both. */
export const isKnownToProcessor = <T extends StoredTransaction>(
  transaction: T,
): transaction is T & { processor_id: string; processor_id_external: string } =>
  Boolean(transaction.processor_id && transaction.processor_id_external)
