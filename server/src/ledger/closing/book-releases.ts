import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { writingTransfers } from '../write-transfers.ts'

/** Releases what was held until these days: one transfer for each day on which it was held, book and currency. */
export async function bookReleases(trx: Trx, { first, last }: Days): Promise<void> {
  await sql`
    with leg as (
      select h.merchant_id, h.release_on as business_day, h.book_id, coalesce(s.organisation_id, h.merchant_id) as organisation_id,
        4::smallint as kind, h.currency_code, h.amount, null::uuid as sub_id, h.book_id as subject_id, null::uuid as transaction_id,
        null::int as scheme_line, h.release_on as available_on, null::date as release_on, h.business_day as of_day,
        null::bigint as reverses, null::jsonb as actor, null::text as reason
      from ledger_hold h left join settlement_profile s
        on s.merchant_id = h.merchant_id and s.book_id = h.book_id and s.currency_code = h.currency_code
      where h.release_on between ${first} and ${last} and h.amount > 0),
    ${writingTransfers}
    select`.execute(trx)
}
