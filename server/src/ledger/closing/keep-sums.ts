import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'

/** The sums of these days over all merchants: after they are closed nothing changes them. */
export async function keepSums(trx: Trx, { first, last }: Days): Promise<void> {
  await sql`insert into ledger_day_sum (business_day, code, currency_code, debit, credit)
    -- In the order in which they are read.
    select * from sums_of_days(${first}::date, ${last}::date) order by business_day, code, currency_code`.execute(trx)
}
