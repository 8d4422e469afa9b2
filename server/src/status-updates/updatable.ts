import { Refusal } from '@kontor/contract/refusal'
import { lockChargeback, type StoredChargeback } from '../engine/records/stored-chargeback.ts'
import { lockRefund, type StoredRefund } from '../engine/records/stored-refund.ts'
import { findTransaction, lockTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { Locked } from '../platform/db/locked.ts'

/** A payment, a refund or a chargeback, with the row whose status is meant. */
export type Updatable =
  | { kind: 'transaction'; transaction: StoredTransaction; row: StoredTransaction }
  | { kind: 'refund'; transaction: StoredTransaction; row: StoredRefund }
  | { kind: 'chargeback'; transaction: StoredTransaction; row: StoredChargeback }

/** The same with the locks that the engine takes before it changes the status, in the engine's order. */
export type LockedUpdatable =
  | { kind: 'transaction'; transaction: Locked<StoredTransaction>; row: Locked<StoredTransaction> }
  | { kind: 'refund'; transaction: StoredTransaction; row: Locked<StoredRefund> }
  | { kind: 'chargeback'; transaction: Locked<StoredTransaction>; row: Locked<StoredChargeback> }

/** Finds what has this id, without a lock. */
export async function findUpdatable(trx: Trx, actor: Actor, id: string): Promise<Updatable> {
  const payment = await findTransaction(trx, actor, id)
  if (payment) return { kind: 'transaction', transaction: payment, row: payment }
  for (const kind of ['refund', 'chargeback'] as const) {
    const found = await followUp(trx, actor, kind, id)
    const transaction = found && (await findTransaction(trx, actor, found.transaction_id))
    // The table determines which of the two rows it is.
    if (transaction) return { kind, transaction, row: found } as Updatable
  }
  throw new Refusal('not_found')
}

/** The change of it that waits for a second person. */
export const openUpdateOf = (trx: Trx, { transaction, row }: Updatable) =>
  trx
    .selectFrom('status_update')
    .select(['id', 'to_status'])
    .where('merchant_id', '=', transaction.merchant_id)
    .where('item_id', '=', row.id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()

export async function lockUpdatable(trx: Trx, actor: Actor, id: string): Promise<LockedUpdatable> {
  const { kind, transaction } = await findUpdatable(trx, actor, id)
  if (kind === 'refund') {
    const row = await lockRefund(trx, transaction, id)
    if (!row) throw new Refusal('not_found')
    return { kind, transaction, row }
  }
  const locked = await lockTransaction(trx, actor, transaction.id)
  if (kind === 'transaction') return { kind, transaction: locked, row: locked }
  const row = await lockChargeback(trx, locked, id)
  if (!row) throw new Refusal('not_found')
  return { kind, transaction: locked, row }
}

async function followUp(trx: Trx, actor: Actor, table: 'refund' | 'chargeback', id: string) {
  const created_at = instantOf(id)
  if (created_at === undefined) return undefined
  return trx
    .selectFrom(table)
    .selectAll()
    .where('created_at', '=', created_at)
    .where('id', '=', id)
    .where(visibleTo(actor, table))
    .executeTakeFirst()
}
