import type { ClientMoney } from '@kontor/contract/payouts/client-money/client-money.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

export interface MoneyOfCurrency extends ClientMoney {
  currency_code: string
  owed_by_merchants: bigint
  unexplained: bigint
}

/** The client money of each currency that the ledger has, at the end of a business day, or with all that is booked. */
export async function clientMoneyAt(db: Reader, day?: string): Promise<MoneyOfCurrency[]> {
  const { rows } = await sql<
    Record<Exclude<keyof MoneyOfCurrency, 'currency_code'>, string> & { currency_code: string }
  >`
    with sum as (
      select merchant_id, book_id, code, currency_code, sum(debit - credit) as amount from ledger_balance
      where code in (10, 11, 20, 30, 31) ${until(day)} group by 1, 2, 3, 4
      union all
      -- By processor: what one paid too much does not explain what another one owes.
      select merchant_id, sub_id, code, currency_code, sum(debit - credit) from ledger_balance
      where code = 21 ${until(day)} group by 1, 2, 3, 4)
    select currency_code,
      coalesce(sum(amount) filter (where code = 10), 0)::text as bank,
      coalesce(sum(amount) filter (where code = 20), 0)::text as receivable,
      coalesce(-sum(amount) filter (where code = 30 and amount < 0), 0)::text as payable,
      coalesce(sum(amount) filter (where code = 30 and amount > 0), 0)::text as owed_by_merchants,
      coalesce(-sum(amount) filter (where code = 31), 0)::text as reserve,
      coalesce(-sum(amount) filter (where code = 11), 0)::text as in_transit,
      coalesce(-sum(amount) filter (where code = 21 and amount < 0), 0)::text as unexplained
    from sum group by 1 order by 1`.execute(db)
  return rows.map(
    ({ currency_code, bank, receivable, payable, owed_by_merchants, reserve, in_transit, unexplained }) => ({
      ...{ currency_code, bank: BigInt(bank), receivable: BigInt(receivable), payable: BigInt(payable) },
      ...{ owed_by_merchants: BigInt(owed_by_merchants), reserve: BigInt(reserve), in_transit: BigInt(in_transit) },
      unexplained: BigInt(unexplained),
    }),
  )
}

const until = (day: string | undefined) => (day === undefined ? sql`` : sql`and business_day <= ${day}::date`)
