import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import { settlingProfile } from '../profiles/settling-profile.ts'
import type { Settled } from '../settled.ts'
import { settledBooks } from '../settled-books.ts'

/**
 * What a schedule settles through a day: the books and currencies that follow it, by their profile, their package or as the default, and in
 * which something became available or was carried.
 */
export async function dueBooks(db: Reader, schedule: string, through: string): Promise<Settled[]> {
  const { rows } = await sql<Settled>`${fixed}
    with recursive ${settledBooks}
    select b.merchant_id, b.book_id, b.currency_code
    from of_book b
      left join lateral (
        select upper(s.covers) as until, s.carried from settlement s
        where s.merchant_id = b.merchant_id and s.book_id = b.book_id and s.currency_code = b.currency_code
        order by upper(s.covers) desc limit 1) l on true
      left join lateral ${settlingProfile} p on true
      left join package k on k.id = package_at(b.merchant_id, ${through})
    where b.merchant_id <> ${houseBook}
      and coalesce(p.schedule_id, k.schedule_id, (select id from settlement_schedule where "default")) = ${schedule}
      and (l.until is null or l.until <= ${through}::date)
      and (l.carried > 0 or exists (
        select from ledger_available a
        where a.merchant_id = b.merchant_id and a.book_id = b.book_id and a.currency_code = b.currency_code
          and a.available_on between coalesce(l.until, '-infinity') and ${through}::date))
    order by b.merchant_id, b.book_id, b.currency_code`.execute(db)
  return rows
}
