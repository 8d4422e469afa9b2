import { type BankAccountHolder, bankAccountHolders } from '@kontor/contract/bank-accounts/bank-account.rules'
import { sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'

interface Account {
  merchant_id: string
  id: string
}

/** The tables whose rows are paid to a bank account, each by its column `bank_account_id`. A test compares them with the foreign keys. */
export const payingTables: Readonly<Record<BankAccountHolder, string>> = {
  payment_profile: 'payment_profile',
  settlement_profile: 'settlement_profile',
}

/** The books of the ledger follow too. They keep nothing from being disabled, because a book lasts for ever. */
const followers = [...Object.values(payingTables), 'ledger_book']

/** How many rows of each kind are paid to an account; kinds without any are left out. */
export async function usesOfAccount(db: Reader, { merchant_id, id }: Account): Promise<Record<string, number>> {
  const counts = bankAccountHolders.map(
    (holder) => sql`select ${holder} as holder, count(*)::int as count from ${sql.table(payingTables[holder])} held
      where held.merchant_id = ${merchant_id} and held.bank_account_id = ${id}`,
  )
  const { rows } = await sql<{ holder: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ holder, count }) => [holder, count]))
}

/** Has everything that was paid to an account paid to the one that takes its place. */
export async function passToAccount(trx: Trx, { merchant_id, id }: Account, to: string): Promise<void> {
  for (const table of followers)
    await sql`update ${sql.table(table)} set bank_account_id = ${to}
      where merchant_id = ${merchant_id} and bank_account_id = ${id}`.execute(trx)
}
