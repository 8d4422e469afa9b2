import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockPspBankAccount } from './locked-psp-bank-account.ts'

/**
 * Deletes an account of the provider. The default stays, unless it is the only one of its kind and currency and merchants pay no
 * invoices to it.
 */
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
  if (account.default && account.kind === 'CLIENT_MONEY') await refuseWhereInvoicesArePaid(trx, account)
  await trx.deleteFrom('provider_bank_account').where('id', '=', id).execute()
}

async function refuseWhereInvoicesArePaid(trx: Trx, { currency_code }: { currency_code: string }): Promise<void> {
  const profile = await trx
    .selectFrom('settlement_profile')
    .select('id')
    .where('method', '=', 'GROSS')
    .where('currency_code', '=', currency_code)
    .limit(1)
    .executeTakeFirst()
  if (profile) throw new Refusal('bank_account_of_invoices')
}
