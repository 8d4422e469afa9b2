import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockBankAccount } from '../locked-bank-account.ts'
import { requireUndecided } from './add-bank-account-document.ts'

/** Removes a document. An account without any waits for the provider no longer. */
export async function removeBankAccountDocument(
  trx: Trx,
  actor: Actor,
  id: string,
  { document }: { document: string },
): Promise<void> {
  const account = await lockBankAccount(trx, actor, id)
  requireUndecided(account)
  const of = { merchant_id: account.merchant_id, bank_account_id: id }
  const { numDeletedRows } = await trx
    .deleteFrom('bank_account_document')
    .where('merchant_id', '=', of.merchant_id)
    .where('bank_account_id', '=', of.bank_account_id)
    .where('id', '=', document)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  const left = await trx
    .selectFrom('bank_account_document')
    .select('id')
    .where('merchant_id', '=', of.merchant_id)
    .where('bank_account_id', '=', of.bank_account_id)
    .executeTakeFirst()
  if (left || account.status !== 'PENDING') return
  await trx
    .updateTable('bank_account')
    .set({ status: 'UNVERIFIED' })
    .where('merchant_id', '=', of.merchant_id)
    .where('id', '=', id)
    .execute()
}
