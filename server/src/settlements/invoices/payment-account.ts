import { Refusal } from '@kontor/contract/refusal'
import { openIban } from '../../bank-accounts/sealed-iban.ts'
import type { Trx } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'

const paymentAccount = (trx: Trx, currency_code: string) =>
  trx
    .selectFrom('provider_bank_account')
    .select(['id', 'iban'])
    .where('kind', '=', 'CLIENT_MONEY')
    .where('currency_code', '=', currency_code)
    .where('default', '=', true)

/** An invoice that asks for money says where it is paid. The account is there until the transaction ends. */
export async function requirePaymentAccount(trx: Trx, currency_code: string): Promise<void> {
  const account = await paymentAccount(trx, currency_code).forShare().executeTakeFirst()
  if (!account) throw new Refusal('invoice_payment_account_missing', { currency_code })
}

/** Where merchants pay invoices in a currency: the provider's default account of client money in it. */
export async function paymentIban(trx: Trx, currency_code: string, masterKey: string): Promise<string> {
  const account = await paymentAccount(trx, currency_code).executeTakeFirst()
  if (!account) throw new Refusal('invoice_payment_account_missing', { currency_code })
  return openIban(masterKey, { merchant: providerId, id: account.id }, account.iban)
}
