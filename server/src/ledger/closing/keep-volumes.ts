import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'

/** What merchants captured in the month that these days end, if they do: it decides the tiers of the next month. */
export async function keepVolumes(trx: Trx, { last }: Days): Promise<void> {
  await sql`
    insert into ledger_volume (merchant_id, month, currency_code, volume)
    select v.merchant_id, m.month, v.currency_code, v.volume
    from (select date_trunc('month', ${last}::date)::date as month) m cross join lateral volumes_of_month(m.month) v
    where ${last}::date = (m.month + interval '1 month')::date - 1`.execute(trx)
}
