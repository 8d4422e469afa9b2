import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { type RawBuilder, sql } from 'kysely'

/**
 * The parts of a statement that write the transfers of the query `leg` and move the sums of them: by day and account, by the day
 * on which they are available, and what is held. One statement, so that a reader sees all of it or nothing. `leg` has the
 * columns of `legColumns`.
 */
export const writingTransfers: RawBuilder<unknown> = writingTransfersOf({})

/** `both`: the legs have a `credit_sub_id`, which only commands give. `parts`: they have a `part`, which fees alone have. */
export function writingTransfersOf({ both = false, parts = false }): RawBuilder<unknown> {
  const creditSub = both ? sql`credit_sub_id` : sql`null::uuid`
  const part = parts ? sql`part` : sql`null::text`
  return sql`
  written as (
    insert into ledger_transfer (merchant_id, business_day, book_id, organisation_id, kind, currency_code, amount, sub_id,
      credit_sub_id, subject_id, transaction_id, scheme_line, part, available_on, release_on, of_day, reverses, actor, reason)
    select merchant_id, business_day, book_id, organisation_id, kind, currency_code, amount, sub_id, ${creditSub},
      subject_id, transaction_id, scheme_line, ${part}, available_on, release_on, of_day, reverses, actor, reason
    from leg order by merchant_id, business_day
    returning seq),
  day_sum as (
    select merchant_id, book_id, kind, sub_id, coalesce(${creditSub}, sub_id) as credit_sub_id, currency_code, business_day,
      sum(amount) as amount, count(*) as n
    from leg group by 1, 2, 3, 4, 5, 6, 7),
  balances as (
    insert into ledger_balance as b (merchant_id, book_id, code, sub_id, currency_code, business_day, debit, credit, n)
    select s.merchant_id, s.book_id, x.code, case when c.sub is null then ${houseBook}::uuid else coalesce(x.sub_id, ${houseBook}::uuid) end,
      s.currency_code, s.business_day, sum(x.debit), sum(x.credit), sum(s.n)
    from day_sum s join ledger_kind k using (kind)
      cross join lateral (values (k.debit, s.sub_id, s.amount, 0), (k.credit, s.credit_sub_id, 0, s.amount)) x(code, sub_id, debit, credit)
      join ledger_code c on c.code = x.code
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (merchant_id, book_id, code, sub_id, currency_code, business_day) do update
      set debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, n = b.n + excluded.n),
  available as (
    insert into ledger_available as a (merchant_id, book_id, currency_code, available_on, kind, amount, n)
    select merchant_id, book_id, currency_code, available_on, kind, sum(amount), count(*)
    from leg where available_on is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (merchant_id, book_id, currency_code, available_on, kind) do update
      set amount = a.amount + excluded.amount, n = a.n + excluded.n),
  held as (
    insert into ledger_hold as h (merchant_id, book_id, currency_code, release_on, business_day, amount)
    select merchant_id, book_id, currency_code, release_on, business_day, sum(amount)
    from leg where kind = 3 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (merchant_id, book_id, currency_code, release_on, business_day) do update set amount = h.amount + excluded.amount),
  given_back as (
    update ledger_hold h set amount = h.amount - x.amount
    from (select merchant_id, book_id, currency_code, release_on, of_day, sum(amount)::bigint as amount
      from leg where kind = 4 and reverses is not null group by 1, 2, 3, 4, 5) x
    where (h.merchant_id, h.book_id, h.currency_code, h.release_on, h.business_day)
      = (x.merchant_id, x.book_id, x.currency_code, x.release_on, x.of_day))`
}
