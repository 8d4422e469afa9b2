import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, shownName } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockBankAccount, requireLiving } from './locked-bank-account.ts'
import { usesOfAccount } from './uses-of-account.ts'

/**
 * Disables an account that nothing is paid to. The refusal says what is. Whoever chooses it meanwhile waits for the lock, and
 * then finds that it is disabled.
 */
export async function disableBankAccount(trx: Trx, actor: Actor, id: string): Promise<void> {
  const account = await lockBankAccount(trx, actor, id)
  requireLiving(account)
  const uses = await usesOfAccount(trx, account)
  if (Object.keys(uses).length > 0) throw new Refusal('bank_account_in_use', uses)
  await trx
    .updateTable('bank_account')
    .set({ status: 'DISABLED', disabled_at: sql<string>`engine_now()`, disabled_by: shownName(actor) })
    .where('merchant_id', '=', account.merchant_id)
    .where('id', '=', id)
    .execute()
}
