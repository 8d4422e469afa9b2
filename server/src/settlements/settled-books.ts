import { type RawBuilder, sql } from 'kysely'

/**
 * The books and currencies in which anything became available, as a recursive part of a statement. The sums by day grow with every
 * day, so they are entered by their index alone.
 */
export const settledBooks: RawBuilder<unknown> = sql`of_book as (
  (select merchant_id, book_id, currency_code from ledger_available order by merchant_id, book_id, currency_code limit 1)
  union all
  select further.* from of_book b cross join lateral (
    select a.merchant_id, a.book_id, a.currency_code from ledger_available a
    where (a.merchant_id, a.book_id, a.currency_code) > (b.merchant_id, b.book_id, b.currency_code)
    order by a.merchant_id, a.book_id, a.currency_code limit 1) further)`
