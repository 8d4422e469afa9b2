import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockBankAccount, requireLiving } from './locked-bank-account.ts'
import type { PayeeAnswer } from './names/verify-payee.ts'

/** Keeps what the bank says by now. An answer that did not come leaves an earlier one as it was. */
export async function checkBankAccountName(
  trx: Trx,
  actor: Actor,
  id: string,
  { answer, suggested }: PayeeAnswer,
): Promise<void> {
  const account = await lockBankAccount(trx, actor, id)
  requireLiving(account)
  if (answer === 'UNAVAILABLE' && account.name_check !== null) return
  await trx
    .updateTable('bank_account')
    .set({ name_check: answer, name_suggested: suggested, name_checked_at: sql<string>`engine_now()` })
    .where('merchant_id', '=', account.merchant_id)
    .where('id', '=', id)
    .execute()
}
