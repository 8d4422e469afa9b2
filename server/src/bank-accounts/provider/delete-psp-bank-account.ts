import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockPspBankAccount } from './locked-psp-bank-account.ts'

/** Deletes an account of the provider. The default stays, unless it is the only one of its kind and currency. */
export async function deletePspBankAccount(trx: Trx, id: string): Promise<void> {
  const account = await lockPspBankAccount(trx, id)
  const other = await trx
    .selectFrom('provider_bank_account')
    .select('id')
    .where('kind', '=', account.kind)
    .where('currency_code', '=', account.currency_code)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (account.default && other) throw new Refusal('bank_account_is_default')
  await trx.deleteFrom('provider_bank_account').where('id', '=', id).execute()
}
