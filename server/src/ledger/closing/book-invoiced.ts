import { firstOfMonth, plusDays } from '@kontor/contract/dates'
import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { writingTransfers } from '../write-transfers.ts'

interface Book {
  merchant_id: string
  book_id: string
  currency_code: string
  organisation_id: string
  is_gross: boolean
  delay_days: number
}

interface Charged extends Pick<Book, 'merchant_id' | 'book_id' | 'currency_code'> {
  day: string
  /** What invoices charge: fees with their VAT, and one-offs with theirs. Minor units, which may exceed a JSON number. */
  fees: string
  one_offs: string
}

/** What a book was charged in a month so far: on days of GROSS, and on all days. */
interface Month {
  charged: bigint
  total: bigint
}

/**
 * Leaves to the invoice what the books of profiles with GROSS were charged on these days, so that settlements do not take it: what
 * brings the month to the right sum, which is never less than nothing and never more than the total of the invoice. So a book that
 * was GROSS earlier in the month is looked at, too. It is available with what it is of.
 */
export async function bookInvoiced(trx: Trx, days: Days): Promise<void> {
  const books = await booksOf(trx, days)
  if (books.length === 0) return
  const charged = await chargedOn(trx, books, days)
  if (charged.length === 0) return
  const of = new Map(books.map((book) => [keyOf(book), book]))
  const months = await monthsBefore(trx, books, charged, days)
  const lines = charged.flatMap((each) => {
    const { is_gross = false, delay_days = 0, organisation_id } = of.get(keyOf(each)) ?? {}
    const parts = [
      // One-offs are available on their day.
      { amount: BigInt(each.one_offs), available_on: each.day },
      { amount: BigInt(each.fees), available_on: addBankingDays(each.day, delay_days) },
    ]
    return parts.map(({ amount, available_on }) => {
      const key = keyOf(each)
      const before = months.get(key) ?? { charged: 0n, total: 0n }
      const now = { charged: before.charged + (is_gross ? amount : 0n), total: before.total + amount }
      months.set(key, now)
      const { merchant_id, book_id, currency_code, day } = each
      const invoiced = String(asked(now) - asked(before))
      return { merchant_id, book_id, organisation_id, currency_code, day, invoiced, available_on }
    })
  })
  const known = [...new Map(charged.map((each) => [keyOf(each), each])).entries()]
  const sums = known.map(([key, { merchant_id, book_id, currency_code }]) => ({
    ...{ merchant_id, book_id, currency_code, month: firstOfMonth(days.first) },
    ...{ charged: String(months.get(key)?.charged ?? 0n), total: String(months.get(key)?.total ?? 0n) },
  }))
  const { invoiced, invoiced_less } = ledgerKinds
  await sql`
    with line as (
      select * from json_to_recordset(${JSON.stringify(lines)}) as x(merchant_id uuid, book_id uuid, organisation_id uuid,
        currency_code text, day date, invoiced bigint, available_on date)),
    totals as (
      insert into ledger_invoiced (merchant_id, book_id, currency_code, month, charged, total)
      select * from json_to_recordset(${JSON.stringify(sums)}) as x(merchant_id uuid, book_id uuid, currency_code text, month date,
        charged bigint, total bigint)
      on conflict (merchant_id, book_id, currency_code, month) do update set charged = excluded.charged, total = excluded.total),
    leg as (
      select merchant_id, day as business_day, book_id, organisation_id,
        (case when invoiced > 0 then ${sql.lit(invoiced.kind)} else ${sql.lit(invoiced_less.kind)} end)::smallint as kind,
        currency_code, abs(invoiced) as amount, null::uuid as sub_id, book_id as subject_id, null::uuid as transaction_id,
        null::int as scheme_line, available_on, null::date as release_on, null::date as of_day, null::bigint as reverses,
        null::jsonb as actor, null::text as reason
      from line where invoiced <> 0),
    ${writingTransfers}
    select`.execute(trx)
}

/** As the column `invoiced` has it. */
function asked({ charged, total }: Month): bigint {
  const most = charged < total ? charged : total
  return most > 0n ? most : 0n
}

/** Those with GROSS, and those that had it earlier in the month. */
async function booksOf(trx: Trx, { first, last }: Days): Promise<Book[]> {
  const { rows } = await sql<Book>`
    select b.merchant_id, b.book_id, b.currency_code, coalesce(p.organisation_id, b.merchant_id) as organisation_id,
      coalesce(p.method = 'GROSS', false) as is_gross, t.delay_days
    from (
      select merchant_id, book_id, currency_code from settlement_profile where method = 'GROSS'
      union
      select merchant_id, book_id, currency_code from ledger_invoiced where month = ${firstOfMonth(first)}::date) b
      left join settlement_profile p using (merchant_id, book_id, currency_code)
      cross join lateral settlement_terms(b.merchant_id, b.book_id, b.currency_code, ${last}::date) t`.execute(trx)
  return rows
}

/** Fees and VAT are accounts of their own; of one-offs, those with VAT are services that an invoice charges. */
async function chargedOn(trx: Trx, books: readonly Key[], { first, last }: Days): Promise<Charged[]> {
  const keys = books.map(({ merchant_id, book_id, currency_code }) => ({ merchant_id, book_id, currency_code }))
  const { rows } = await sql<Charged>`
    with book as materialized (
      select * from json_to_recordset(${JSON.stringify(keys)}) as x(merchant_id uuid, book_id uuid, currency_code text)),
    booked as (
      select merchant_id, book_id, currency_code, b.business_day as day, sum(b.credit - b.debit) as amount
      from book join ledger_balance b using (merchant_id, book_id, currency_code)
      where b.code in (40, 41) and b.business_day between ${first}::date and ${last}::date group by 1, 2, 3, 4),
    one_offs as (
      select merchant_id, book_id, currency_code, o.booked_on as day,
        sum(case when k.debit = 30 then t.amount else -t.amount end) as amount,
        sum(case when t.kind = 16 then t.amount when t.kind = 35 then -t.amount else 0 end) as vat
      from book join one_off o using (merchant_id, book_id, currency_code)
        -- Two indexes: one about a payment is found by that.
        cross join lateral (
          select x.kind, x.amount from ledger_transfer x where x.merchant_id = o.merchant_id and x.subject_id = o.id
            and x.business_day = o.booked_on and x.transaction_id is null
          union all
          select x.kind, x.amount from ledger_transfer x where x.merchant_id = o.merchant_id and x.subject_id = o.id
            and x.business_day = o.booked_on and x.transaction_id = o.transaction_id) t
        join ledger_kind k on k.kind = t.kind
      where o.vat and o.status = 'BOOKED' and o.booked_on between ${first}::date and ${last}::date and t.kind in (14, 15, 16, 35)
      group by 1, 2, 3, 4)
    select merchant_id, book_id, currency_code, day::text as day,
      (coalesce(b.amount, 0) - coalesce(o.vat, 0))::text as fees, coalesce(o.amount, 0)::text as one_offs
    from booked b full join one_offs o using (merchant_id, book_id, currency_code, day)
    order by day, merchant_id, book_id, currency_code`.execute(trx)
  return rows
}

type Key = Pick<Book, 'merchant_id' | 'book_id' | 'currency_code'>
const keyOf = ({ merchant_id, book_id, currency_code }: Key) => [merchant_id, book_id, currency_code].join(' ')

/** What was charged in the month of these days before them. A book that was never GROSS in it has no sums of it yet. */
async function monthsBefore(
  trx: Trx,
  books: readonly Book[],
  charged: readonly Charged[],
  { first }: Days,
): Promise<Map<string, Month>> {
  const month = firstOfMonth(first)
  if (first === month) return new Map()
  const { rows } = await sql<Key & Record<keyof Month, string>>`
    select merchant_id, book_id, currency_code, charged::text as charged, total::text as total from ledger_invoiced
    where month = ${month}::date`.execute(trx)
  const months = new Map(rows.map((row) => [keyOf(row), { charged: BigInt(row.charged), total: BigInt(row.total) }]))
  const moved = new Set(charged.map(keyOf))
  const unknown = books.filter((book) => moved.has(keyOf(book)) && !months.has(keyOf(book)))
  if (unknown.length === 0) return months
  for (const each of await chargedOn(trx, unknown, { first: month, last: plusDays(first, -1) })) {
    const { total } = months.get(keyOf(each)) ?? { total: 0n }
    months.set(keyOf(each), { charged: 0n, total: total + BigInt(each.fees) + BigInt(each.one_offs) })
  }
  return months
}
