import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { writingTransfers } from '../write-transfers.ts'

interface Charged {
  merchant_id: string
  book_id: string
  organisation_id: string
  currency_code: string
  /** `2026-10-31`, and the first day of its month. */
  day: string
  month: string
  /** What invoices charge: fees with their VAT, and one-offs with theirs. Minor units, which may exceed a JSON number. */
  fees: string
  one_offs: string
  delay_days: number
}

/**
 * Leaves to the invoice what the books of profiles with GROSS were charged on these days, so that settlements do not take it: what
 * brings the month to the right total, which is never less than nothing. It is available with what it is of.
 */
export async function bookInvoiced(trx: Trx, days: Days): Promise<void> {
  const charged = await chargedOn(trx, days)
  if (charged.length === 0) return
  const months = await monthsBefore(trx, days)
  const parts = charged.flatMap((of) => [
    // One-offs are available on their day.
    { of, amount: BigInt(of.one_offs), available_on: of.day },
    { of, amount: BigInt(of.fees), available_on: addBankingDays(of.day, of.delay_days) },
  ])
  const lines = parts.map(({ of: { fees: _, one_offs: __, delay_days: ___, ...of }, amount, available_on }) => {
    const before = months.get(keyOf(of)) ?? 0n
    months.set(keyOf(of), before + amount)
    return { ...of, charged: String(amount), invoiced: String(asked(before + amount) - asked(before)), available_on }
  })
  const { invoiced, invoiced_less } = ledgerKinds
  await sql`
    with line as (
      select * from json_to_recordset(${JSON.stringify(lines)}) as x(merchant_id uuid, book_id uuid, organisation_id uuid,
        currency_code text, day date, month date, charged bigint, invoiced bigint, available_on date)),
    totals as (
      insert into ledger_invoiced as i (merchant_id, book_id, currency_code, month, charged, invoiced)
      select merchant_id, book_id, currency_code, month, sum(charged), greatest(sum(charged), 0) from line group by 1, 2, 3, 4
      on conflict (merchant_id, book_id, currency_code, month) do update
        set charged = i.charged + excluded.charged, invoiced = greatest(i.charged + excluded.charged, 0)),
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

const asked = (charged: bigint): bigint => (charged > 0n ? charged : 0n)

/** Fees and VAT are accounts of their own; of one-offs, those with VAT are services that an invoice charges. */
async function chargedOn(trx: Trx, { first, last }: Days): Promise<Charged[]> {
  const { rows } = await sql<Charged>`
    with gross as (
      select p.merchant_id, p.book_id, p.currency_code, p.organisation_id, t.delay_days
      from settlement_profile p cross join lateral settlement_terms(p.merchant_id, p.book_id, p.currency_code, ${last}::date) t
      where p.method = 'GROSS'),
    booked as (
      select merchant_id, book_id, currency_code, b.business_day as day, sum(b.credit - b.debit) as amount
      from gross join ledger_balance b using (merchant_id, book_id, currency_code)
      where b.code in (40, 41) and b.business_day between ${first}::date and ${last}::date group by 1, 2, 3, 4),
    one_offs as (
      select merchant_id, book_id, currency_code, t.business_day as day,
        sum(case when k.debit = 30 then t.amount else -t.amount end) as amount,
        sum(case when t.kind = 16 then t.amount when t.kind = 35 then -t.amount else 0 end) as vat
      from gross join one_off o using (merchant_id, book_id, currency_code)
        join ledger_transfer t using (merchant_id, book_id, currency_code)
        join ledger_kind k on k.kind = t.kind
      where o.vat and o.status = 'BOOKED' and o.booked_on between ${first}::date and ${last}::date
        and t.subject_id = o.id and t.business_day = o.booked_on and t.transaction_id is null and t.kind in (14, 15, 16, 35)
      group by 1, 2, 3, 4)
    select merchant_id, book_id, g.organisation_id, currency_code, day::text as day, date_trunc('month', day)::date::text as month,
      (coalesce(b.amount, 0) - coalesce(o.vat, 0))::text as fees, coalesce(o.amount, 0)::text as one_offs, g.delay_days
    from (booked b full join one_offs o using (merchant_id, book_id, currency_code, day)) join gross g using (merchant_id, book_id, currency_code)
    order by day, merchant_id, book_id, currency_code`.execute(trx)
  return rows
}

type KeyOfMonth = Pick<Charged, 'merchant_id' | 'book_id' | 'currency_code' | 'month'>
const keyOf = ({ merchant_id, book_id, currency_code, month }: KeyOfMonth) =>
  [merchant_id, book_id, currency_code, month].join(' ')

/** What was charged in the months of these days before them. */
async function monthsBefore(trx: Trx, { first, last }: Days): Promise<Map<string, bigint>> {
  const { rows } = await sql<KeyOfMonth & { charged: string }>`
    select merchant_id, book_id, currency_code, month::text as month, charged::text as charged from ledger_invoiced
    where month between date_trunc('month', ${first}::date) and ${last}::date`.execute(trx)
  return new Map(rows.map(({ charged, ...key }) => [keyOf(key), BigInt(charged)]))
}
