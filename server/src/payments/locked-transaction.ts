import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../platform/actor.ts'
import type { Trx } from '../platform/database.ts'
import { instantOf } from '../platform/ids.ts'
import type { Transaction } from '../schema.ts'

/** A transaction as stored, its row locked until the database transaction ends. */
export type LockedTransaction = Omit<Selectable<Transaction>, 'status'> & { status: TransactionStatus }

/** Locks what a command is about to decide on. One that the actor may not see does not exist. */
export async function lockTransaction(trx: Trx, actor: Actor, id: string): Promise<LockedTransaction> {
  const found = await findLocked(trx, actor, id)
  if (!found) throw new Refusal('not_found')
  return found
}

export async function findLocked(trx: Trx, actor: Actor, id: string): Promise<LockedTransaction | undefined> {
  const created_at = instantOf(id)
  if (created_at === undefined) return undefined
  const row = await trx
    .selectFrom('transaction')
    .selectAll()
    .where('created_at', '=', created_at)
    .where('id', '=', id)
    .where(visibleTo(actor, 'transaction'))
    .forUpdate()
    .executeTakeFirst()
  // A CHECK keeps the column to these values.
  return row as LockedTransaction | undefined
}

/** A merchant that was deactivated takes no payments and pays nothing back. */
export async function requireActiveMerchant(trx: Trx, merchant: string): Promise<void> {
  const row = await trx.selectFrom('merchant').select('active').where('id', '=', merchant).executeTakeFirst()
  if (!row?.active) throw new Refusal('merchant_inactive')
}
