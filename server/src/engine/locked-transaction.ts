import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { Transaction } from '../schema.ts'

export type StoredTransaction = Omit<Selectable<Transaction>, 'status'> & { status: TransactionStatus }

/** A transaction as stored, its row locked until the database transaction ends. */
export type LockedTransaction = StoredTransaction

/** Locks what a command is about to decide on. One that the actor may not see does not exist. */
export async function lockTransaction(trx: Trx, actor: Actor, id: string): Promise<LockedTransaction> {
  const found = await findLocked(trx, actor, id)
  if (!found) throw new Refusal('not_found')
  return found
}

export async function findLocked(trx: Trx, actor: Actor, id: string): Promise<LockedTransaction | undefined> {
  // The key stays: whoever only refers to the row (a refund's outcome, an event) need not wait.
  return stored(await visible(trx, actor, id)?.forNoKeyUpdate().executeTakeFirst())
}

/** Without the lock: for looking only. */
export async function findTransaction(trx: Trx, actor: Actor, id: string): Promise<StoredTransaction | undefined> {
  return stored(await visible(trx, actor, id)?.executeTakeFirst())
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
}

// A CHECK keeps the column to these values.
const stored = (row: Selectable<Transaction> | undefined) => row as StoredTransaction | undefined

/** Without a processor and the processor's own id there is nobody to tell what to do with which payment. */
export const isKnownToProcessor = (
  transaction: StoredTransaction,
): transaction is StoredTransaction & { processor_id: string; processor_id_external: string } =>
  Boolean(transaction.processor_id && transaction.processor_id_external)

/** A merchant that was deactivated takes no payments and pays nothing back. */
export async function requireActiveMerchant(trx: Trx, merchant: string): Promise<void> {
  if (!(await isActiveMerchant(trx, merchant))) throw new Refusal('merchant_inactive')
}

export async function isActiveMerchant(trx: Trx, merchant: string): Promise<boolean> {
  const row = await trx.selectFrom('merchant').select('active').where('id', '=', merchant).executeTakeFirst()
  return row?.active === true
}
