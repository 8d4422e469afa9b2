import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import type { Settled } from '../settled.ts'

/**
 * What a schedule settles through a day: the books and currencies that follow it, by their profile, their package or as the default, and in
 * which something became available or was carried.
 */
export async function dueBooks(db: Reader, schedule: string, through: string): Promise<Settled[]> {
  const { rows } = await sql<Settled>`${fixed}
    with last as (
      select distinct on (merchant_id, book_id, currency_code) merchant_id, book_id, currency_code, upper(covers) as until, carried
      from settlement order by merchant_id, book_id, currency_code, upper(covers) desc),
    of_book as (
      select merchant_id, book_id, currency_code, max(available_on) filter (where available_on <= ${through}::date) as newest
      from ledger_available where merchant_id <> ${houseBook} group by 1, 2, 3)
    select b.merchant_id, b.book_id, b.currency_code
    from of_book b left join last l using (merchant_id, book_id, currency_code)
      left join settlement_profile p using (merchant_id, book_id, currency_code)
      left join package k on k.id = package_at(b.merchant_id, ${through})
    where coalesce(p.schedule_id, k.schedule_id, (select id from settlement_schedule where "default")) = ${schedule}
      and (l.until is null or l.until <= ${through}::date)
      and (b.newest >= coalesce(l.until, b.newest) or l.carried > 0)
    order by b.merchant_id, b.book_id, b.currency_code`.execute(db)
  return rows
}
