import { type RawBuilder, sql } from 'kysely'

/**
 * The profile by which a row `b` of a book and a currency is settled: the book's own of that currency, else the one that pays out in it,
 * because what came back of such a payout is in it.
 */
export const settlingProfile: RawBuilder<unknown> = sql`(select * from settlement_profile p
  where p.merchant_id = b.merchant_id and p.book_id = b.book_id and b.currency_code in (p.currency_code, p.payout_currency_code)
  order by p.currency_code = b.currency_code desc, p.created_at, p.id limit 1)`
