import { sql } from 'kysely'
import { payableOf } from '../../ledger/payable-of.ts'
import type { Reader } from '../../platform/db/database.ts'

export interface SettlementDifference {
  merchant_id: string
  book_id: string
  currency_code: string
  /** What is not as it should be. */
  what: string
}

/**
 * Compares all settlements with all transfers: each transfer that is available by the end of a book's last settlement is in exactly
 * one, settlements follow each other without a hole, their lines add up, and what the merchant is owed is what was carried and what
 * is available later, and what was exchanged is what the rate says. Gives what differs.
 */
export async function verifySettlements(db: Reader): Promise<SettlementDifference[]> {
  const { rows } = await sql<SettlementDifference>`
    with moved as (
      select t.merchant_id, t.book_id, t.currency_code, t.available_on, t.business_day,
        ${payableOf('t')} as amount
      from ledger_transfer t join ledger_kind k using (kind) where 30 in (k.debit, k.credit)),
    closed as (
      select s.*, lag(upper(covers)) over w as before, lag(carried) over w as carried_before,
        lead(upper(covers)) over w is null as newest
      from settlement s window w as (partition by merchant_id, book_id, currency_code order by upper(covers))),
    in_range as (
      select c.id, count(m.amount) as n, coalesce(sum(m.amount), 0) as amount from closed c left join moved m
        on m.merchant_id = c.merchant_id and m.book_id = c.book_id and m.currency_code = c.currency_code and m.available_on <@ c.covers
      group by c.id),
    line as (select settlement_id as id, sum(count) as n, sum(amount) as amount from settlement_line group by 1),
    book as (
      select c.merchant_id, c.book_id, c.currency_code, c.carried,
        (select coalesce(sum(amount), 0) from moved m where m.merchant_id = c.merchant_id and m.book_id = c.book_id
          and m.currency_code = c.currency_code) as owed,
        (select coalesce(sum(amount), 0) from moved m where m.merchant_id = c.merchant_id and m.book_id = c.book_id
          and m.currency_code = c.currency_code and m.available_on >= upper(c.covers)) as later,
        (select count(*) from moved m where m.merchant_id = c.merchant_id and m.book_id = c.book_id
          and m.currency_code = c.currency_code and m.available_on < upper(c.covers)) as n,
        (select coalesce(sum(l.n), 0) from closed o join line l using (id) where o.merchant_id = c.merchant_id
          and o.book_id = c.book_id and o.currency_code = c.currency_code) as settled
      from closed c where newest)
    select merchant_id, book_id, currency_code, 'a hole before ' || number as what from closed
      where lower(covers) <> coalesce(before, lower(covers)) or opening <> coalesce(carried_before, 0)
    union all
    select c.merchant_id, c.book_id, c.currency_code, c.number || ' does not add up'
      from closed c join in_range r using (id) left join line l using (id)
      where r.amount <> c.total or coalesce(l.amount, 0) <> c.total or coalesce(l.n, 0) <> r.n
    union all
    select c.merchant_id, c.book_id, c.currency_code, c.number || ' is not what its exchange rate says'
      from closed c join currency sold on sold.code = c.currency_code join currency bought on bought.code = c.payout_currency_code
      where c.exchanged <> round(c.paid * c.bought_per_euro * 10::numeric ^ bought.exponent / (c.sold_per_euro * 10::numeric ^ sold.exponent))
        or c.fx_margin <> round(c.exchanged * c.fx_margin_ppm::numeric / 1000000)
    union all
    select merchant_id, book_id, currency_code, 'a transfer is not in one settlement' from book where n <> settled
    union all
    select merchant_id, book_id, currency_code, 'what is owed is not what was carried and what is available later' from book
      where owed <> carried + later`.execute(db)
  return rows
}
