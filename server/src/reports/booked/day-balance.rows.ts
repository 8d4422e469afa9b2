import { dayBalance } from '@kontor/contract/reports/booked/day-balance.entity'
import { sql } from 'kysely'
import { ofBook } from '../../ledger/ledger-balance.ts'
import type { Source } from '../../platform/rows/list.ts'
import { booksInView } from './booked-books.ts'

const moved = (side: 'credit' | 'debit', code: 30 | 31) =>
  sql`coalesce(sum(b.${sql.ref(side)}) filter (where b.code = ${sql.lit(code)}), 0)::bigint`

/** From the sums of days: no transfer is read. A day begins with what the days before it left. */
export const dayBalanceSource: Source = {
  entity: dayBalance,
  rows: (_db, actor) => sql`
    select id, business_day, bank_account, currency_code, merchant,
      payable_after - payable_added + payable_taken as payable_before, payable_added, payable_taken, payable_after,
      reserve_after - reserve_added + reserve_taken as reserve_before, reserve_added, reserve_taken, reserve_after
    from (
      select d.*,
        (sum(payable_added - payable_taken) over until_then)::bigint as payable_after,
        (sum(reserve_added - reserve_taken) over until_then)::bigint as reserve_after
      from (
        select md5(concat_ws(' ', b.merchant_id, b.book_id, b.currency_code, b.business_day))::uuid as id, b.book_id,
          b.business_day, book.bank_account_id as bank_account, b.currency_code, b.merchant_id as merchant,
          ${moved('credit', 30)} as payable_added, ${moved('debit', 30)} as payable_taken,
          ${moved('credit', 31)} as reserve_added, ${moved('debit', 31)} as reserve_taken
        from (${booksInView(actor)}) book join ledger_balance b on ${ofBook('b')}
        where b.code in (30, 31) group by b.merchant_id, b.book_id, b.business_day, book.bank_account_id, b.currency_code) d
      window until_then as (partition by merchant, book_id, currency_code order by business_day)) days`,
}
