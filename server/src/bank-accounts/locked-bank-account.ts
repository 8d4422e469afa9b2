import { type BankAccountStatus, livingStatuses } from '@kontor/contract/bank-accounts/bank-account.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { BankAccount } from '../schema.ts'

export type StoredBankAccount = Omit<Selectable<BankAccount>, 'status'> & { status: BankAccountStatus }

/** A bank account that the actor may see. */
export async function seenBankAccount(db: Reader, actor: Actor, id: string): Promise<StoredBankAccount> {
  const found = await query(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found as StoredBankAccount
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockBankAccount(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredBankAccount>> {
  const found = await lockRow(query(trx, actor, id))
  if (!found) throw new Refusal('not_found')
  return found as Locked<StoredBankAccount>
}

const query = (db: Reader, actor: Actor, id: string) =>
  db.selectFrom('bank_account').selectAll().where('id', '=', id).where(visibleTo(actor, 'bank_account'))

/** Refuses an account that is rejected or disabled. */
export function requireLiving({ status }: StoredBankAccount): void {
  if (!livingStatuses.includes(status)) throw new Refusal('bank_account_over', { status })
}
