import { sql } from 'kysely'
import { book } from '../../ledger/book.ts'
import type { Databases } from '../../platform/db/database.ts'
import { as, personOf } from './payouts.ts'
import { busiest, daysOfFiles } from './reconciliation.ts'

interface House {
  databases: Databases
  now: Date
}

/**
 * Books at the bank what the processors owed for the days before those of the files in the demo, as an installation does that begins to
 * compare files when it already trades. Of merchants without files, it is all but the last days.
 * @returns what is then at the bank in EUR, in cents
 */
export async function addPaidBefore(house: House): Promise<bigint> {
  const bank = await house.databases.provider
    .selectFrom('provider_bank_account')
    .select('id')
    .where('kind', '=', 'CLIENT_MONEY')
    .where('currency_code', '=', 'EUR')
    .executeTakeFirstOrThrow()
  const withFiles = (await busiest(house))?.merchant_id ?? null
  const { rows } = await sql<{ merchant_id: string; book_id: string; processor_id: string; amount: string }>`
    select merchant_id, book_id, sub_id as processor_id, sum(debit - credit)::text as amount
    from ledger_balance cross join ledger_day d
    where code = 20 and currency_code = 'EUR' and business_day < d.closed_through
      - case when merchant_id = ${withFiles} then ${daysOfFiles}::int else ${lastDays}::int end
    group by 1, 2, 3 having sum(debit - credit) > 0`.execute(house.databases.provider)
  const person = await personOf(house, 'finance')
  const paid = rows.map(({ processor_id, ...row }) => ({
    ...{ ...row, kind: 'processor_paid' as const, currency_code: 'EUR', amount: BigInt(row.amount) },
    ...{ sub_id: bank.id, credit_sub_id: processor_id, subject_id: bank.id, available: 'never' as const },
  }))
  await as(house, person, (trx) => book(trx, paid))
  const { rows: balances } = await sql<{ amount: string }>`
    select coalesce(sum(debit - credit), 0)::text as amount from ledger_balance where code = 10 and sub_id = ${bank.id}`.execute(
    house.databases.provider,
  )
  return BigInt(balances[0]?.amount ?? 0)
}

/** What the sandbox has not paid yet, where nobody hands in its files. */
const lastDays = 3
