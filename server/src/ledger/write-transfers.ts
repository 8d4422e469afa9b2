import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { type RawBuilder, sql } from 'kysely'
import { numbersOf } from '../pricing/kind-numbers.ts'

/** What most transfers have nothing of. */
type Rare = 'credit_sub_id' | 'part' | 'release_on' | 'of_day' | 'reverses' | 'actor' | 'reason'

/**
 * The parts of a statement that write the transfers of the query `leg` and move the sums of them: by day and account, by the day
 * on which they are available, and what is held. One statement, so that a reader sees all of it or nothing. `leg` has the
 * columns of `columnsOf` with all the rare ones but `credit_sub_id` and `part`.
 */
export const writingTransfers: RawBuilder<unknown> = writingTransfersOf({})

/** `both`: the legs have a `credit_sub_id`, which only commands give. `parts`: they have a `part`, which fees alone have. */
export function writingTransfersOf({ both = false, parts = false }): RawBuilder<unknown> {
  const given: readonly Rare[] = [...(both ? (['credit_sub_id'] as const) : []), ...(parts ? (['part'] as const) : [])]
  return sql`
  leg_sum as materialized (
    select merchant_id, book_id, kind, sub_id, coalesce(${both ? sql`credit_sub_id` : sql`null::uuid`}, sub_id) as credit_sub_id,
      currency_code, business_day, available_on, release_on,
      case when kind = ${numbersOf('reserve_release')} and reverses is not null then of_day end as given_back_of,
      sum(amount) as amount, count(*) as n
    from leg group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
  ${writingSummed(...given, 'release_on', 'of_day', 'reverses', 'actor', 'reason')}`
}

/**
 * The same for who has added up the legs already: `leg` has these of the rare columns, and `leg_sum` the amounts and numbers of all
 * legs with the same place, kind, accounts and days.
 */
export function writingSummed(...rare: readonly Rare[]): RawBuilder<unknown> {
  const columns = sql.join(columnsOf(rare).map((name) => sql.ref(name)))
  return sql`
  written as (
    insert into ledger_transfer (${columns}) select ${columns} from leg),
  balances as (
    insert into ledger_balance as b (merchant_id, book_id, code, sub_id, currency_code, business_day, debit, credit, n)
    select s.merchant_id, s.book_id, x.code, case when c.sub is null then ${houseBook}::uuid else coalesce(x.sub_id, ${houseBook}::uuid) end,
      s.currency_code, s.business_day, sum(x.debit), sum(x.credit), sum(s.n)
    from leg_sum s join ledger_kind k using (kind)
      cross join lateral (values (k.debit, s.sub_id, s.amount, 0), (k.credit, s.credit_sub_id, 0, s.amount)) x(code, sub_id, debit, credit)
      join ledger_code c on c.code = x.code
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (merchant_id, book_id, code, sub_id, currency_code, business_day) do update
      set debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, n = b.n + excluded.n),
  available as (
    insert into ledger_available as a (merchant_id, book_id, currency_code, available_on, kind, amount, n)
    select merchant_id, book_id, currency_code, available_on, kind, sum(amount), sum(n)
    from leg_sum where available_on is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (merchant_id, book_id, currency_code, available_on, kind) do update
      set amount = a.amount + excluded.amount, n = a.n + excluded.n),
  held as (
    insert into ledger_hold as h (merchant_id, book_id, currency_code, release_on, business_day, amount)
    select merchant_id, book_id, currency_code, release_on, business_day, sum(amount)
    from leg_sum where kind = ${numbersOf('reserve_hold')} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (merchant_id, book_id, currency_code, release_on, business_day) do update set amount = h.amount + excluded.amount),
  given_back as (
    update ledger_hold h set amount = h.amount - x.amount
    from (select merchant_id, book_id, currency_code, release_on, given_back_of, sum(amount)::bigint as amount
      from leg_sum where given_back_of is not null group by 1, 2, 3, 4, 5) x
    where (h.merchant_id, h.book_id, h.currency_code, h.release_on, h.business_day)
      = (x.merchant_id, x.book_id, x.currency_code, x.release_on, x.given_back_of))`
}

function columnsOf(rare: readonly Rare[]): string[] {
  const common = [
    'merchant_id',
    'business_day',
    'book_id',
    'organisation_id',
    'kind',
    'currency_code',
    'amount',
    'sub_id',
  ]
  return [...common, 'subject_id', 'transaction_id', 'scheme_line', 'available_on', ...rare]
}
