import { type RawBuilder, sql } from 'kysely'
import { book, type NewTransfer } from '../ledger/book.ts'
import type { Trx } from '../platform/db/database.ts'
import { numbersOf } from '../pricing/kind-numbers.ts'

/** A payment or a refund whose fee passes costs on: what is booked of that, and what processors charged. Minor units. */
interface Passed {
  subject_id: string
  transaction_id: string
  organisation_id: string
  book_id: string
  currency_code: string
  scheme_line: number
  delay_days: number
  part: 'interchange' | 'scheme_fees'
  booked: number
  actual: number
}

/**
 * Brings fees that pass costs on to what processors charged, by the lines of their files that are decided (docs/adr/0156). What is
 * missing or too much is booked on the first open day. It compares what is booked with what was charged, so that it books nothing when
 * it is called again. Call it after the lines and what differs from them are written.
 */
export async function passOnCosts(trx: Trx, merchant_id: string, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  const passed = await passedOf(trx, merchant_id, subjects)
  const transfers = passed
    .filter(({ booked, actual }) => booked !== actual)
    .map(
      ({ booked, actual, delay_days, ...of }): NewTransfer => ({
        ...{ merchant_id, ...of },
        kind: actual > booked ? 'fee_more' : 'fee_less',
        amount: Math.abs(actual - booked),
        available: { banking_days: delay_days },
      }),
    )
  if (transfers.length > 0) await book(trx, transfers)
}

async function passedOf(trx: Trx, merchant: string, subjects: readonly string[]): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    with subject as (
      select distinct on (l.subject_id) l.subject_id, l.transaction_id, l.organisation_id, l.book_id, l.currency_code, l.scheme_line,
        case l.kind when ${numbersOf('capture')} then 'payment' else 'refund' end as line_kind
      from ledger_transfer l join reconciled_line r
        on r.merchant_id = l.merchant_id and r.transaction_id = l.transaction_id and r.subject_id = l.subject_id
      where l.merchant_id = ${merchant} and r.subject_id = any(${[...new Set(subjects)]}::uuid[])
        and r.matched in ('EXACT', 'FUZZY', 'HAND') and l.kind in (${numbersOf('capture', 'refund')})
        -- Where no price passes anything on, nothing is looked up.
        and (select exists (select from scheme_line where passes_on is not null))
      order by l.subject_id, l.business_day desc, l.seq desc),
    passing as (
      select s.*, f.passes_on, t.delay_days from subject s
        join scheme_line f on f.id = s.scheme_line and f.passes_on is not null
        cross join ledger_day d
        cross join lateral settlement_terms(${merchant}, s.book_id, s.currency_code, d.closed_through + 1) t)
    select p.subject_id, p.transaction_id, p.organisation_id, p.book_id, p.currency_code, p.scheme_line, p.delay_days, x.part,
      b.booked, case when c.is_known then c.actual else b.estimated end as actual
    from passing p
      cross join (values ('interchange'), ('scheme_fees')) x(part)
      cross join lateral (
        select
          coalesce(sum(case when t.kind = ${numbersOf('fee_less')} then -t.amount else t.amount end), 0)::bigint as booked,
          -- Without what files brought, and with what was taken back of it.
          coalesce(sum(case when t.kind = ${numbersOf('fee')} then t.amount
            when t.reverses is not null and o.kind = ${numbersOf('fee')} then -t.amount end), 0)::bigint
            as estimated
        from ledger_transfer t left join ledger_transfer o
          on o.merchant_id = t.merchant_id and o.transaction_id = t.transaction_id and o.seq = t.reverses
        where t.merchant_id = ${merchant} and t.transaction_id = p.transaction_id and t.subject_id = p.subject_id
          and t.kind in (${numbersOf('fee', 'fee_more', 'fee_less')}) and t.part = x.part) b
      cross join lateral (
        select coalesce(bool_or(r.kind = p.line_kind), false) as is_known,
          coalesce(sum(case x.part when 'interchange' then r.interchange else r.scheme_fees end), 0)::bigint as actual
        from reconciled_line r
        where r.merchant_id = ${merchant} and r.subject_id = p.subject_id and r.currency_code = p.currency_code
          and r.kind in (p.line_kind, case p.line_kind when 'payment' then 'correction' else 'refund_reversed' end)
          and r.matched in ('EXACT', 'FUZZY', 'HAND') and r.interchange is not null and ${isCharged}) c
    where x.part = 'interchange' or p.passes_on = 'interchange_and_scheme_fees'
    order by p.subject_id, x.part`.execute(trx)
  return rows
}

/** What the line `r` has of fees beyond those expected stands: the processor is not asked for it back. */
const isCharged: RawBuilder<unknown> = sql`
  not exists (select from reconciliation_difference d
    where d.merchant_id = r.merchant_id and d.file_id = r.file_id and d.line = r.line and d.type = 'COST'
      and 0 = (select coalesce(sum(case t.kind when ${numbersOf('cost_more')} then t.amount else -t.amount end), 0) from ledger_transfer t
        where t.merchant_id = d.merchant_id and t.transaction_id = r.transaction_id and t.subject_id = d.id and t.kind in (${numbersOf('cost_more', 'cost_less')})))`
