import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { lockPspBankAccount } from './locked-psp-bank-account.ts'

/**
 * Deletes an account of the provider. The default stays, unless it is the only one of its kind and currency and no invoice will
 * name it. None of client money is deleted while an invoice of its currency is not paid: the invoice may name it, whichever is the
 * default by now.
 */
export async function deletePspBankAccount(trx: Trx, id: string): Promise<void> {
  // A day that is being closed leaves fees to invoices by a method that may be another one already. It is locked first, as by whoever books.
  await sql`select from ledger_day for share`.execute(trx)
  const account = await lockPspBankAccount(trx, id)
  const other = await trx
    .selectFrom('provider_bank_account')
    .select('id')
    .where('kind', '=', account.kind)
    .where('currency_code', '=', account.currency_code)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (account.default && other) throw new Refusal('bank_account_is_default')
  if (account.kind === 'CLIENT_MONEY') await refuseWhereInvoicesArePaid(trx, account)
  await trx.deleteFrom('provider_bank_account').where('id', '=', id).execute()
}

/** A profile that was GROSS earlier in a month still gets an invoice of it, and an invoice that asks for money names the default. */
async function refuseWhereInvoicesArePaid(
  trx: Trx,
  account: { currency_code: string; default: boolean },
): Promise<void> {
  const { currency_code } = account
  const { invoice_paid, invoice_taken } = ledgerKinds
  const { rows } = await sql<{ is_awaited: boolean; is_named: boolean }>`
    select exists (select from settlement_profile where method = 'GROSS' and currency_code = ${currency_code})
      or exists (select from ledger_invoiced l where l.currency_code = ${currency_code} and l.charged > 0
        and not exists (select from invoice i where i.merchant_id = l.merchant_id and i.currency_code = l.currency_code
          and i.month = l.month)) as is_awaited,
      exists (select from invoice i where i.currency_code = ${currency_code} and i.due > 0
        and not exists (select from invoice c where c.merchant_id = i.merchant_id and c.credits = i.id)
        and i.due > coalesce((select sum(t.amount) from ledger_transfer t where t.merchant_id = i.merchant_id
          and t.subject_id = i.id and t.transaction_id is null and t.business_day > i.month
          and t.kind in (${sql.lit(invoice_paid.kind)}, ${sql.lit(invoice_taken.kind)})), 0)) as is_named`.execute(trx)
  const { is_awaited = false, is_named = false } = rows[0] ?? {}
  if (is_named || (account.default && is_awaited)) throw new Refusal('bank_account_of_invoices')
}
