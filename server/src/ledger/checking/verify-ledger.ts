import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { numbersOf, ofAncillaryFees, ofMonths } from '../../pricing/kind-numbers.ts'
import { isChargedByInvoices } from '../charged-by-invoices.ts'
import { ledgerDay } from '../ledger-day.ts'
import { payableOf } from '../payable-of.ts'
import { addCompared, type Compared, mostExamples } from './compared.ts'
import { inLongStatement } from './long-statement.ts'
import { missingFees } from './missing-fees.ts'

export interface VerifiedLedger extends Compared {
  /** Events that were set aside. */
  set_aside: number
}

/**
 * Compares the ledger with payments and with itself, and records the result: debit and credit, every sum with its transfers, every
 * payment, refund and chargeback with what is booked or queued of it, what is owed with what is still to be paid, and what is held
 * with what is still to be released. Each ancillary fee is to be the only one, and none that was to be charged is to be missing.
 * `allFees`: of all closed days, which are compared in the nights after they were closed and do not change. Undefined: the ledger is
 * not open. Trade and bookings may go on.
 */
export async function verifyLedger(
  db: Reader,
  now: () => Date,
  { allFees = false } = {},
): Promise<VerifiedLedger | undefined> {
  const open = await ledgerDay(db)
  if (!open) return undefined
  const started = now()
  const found: VerifiedLedger = { keys: 0, differences: 0, examples: [], set_aside: 0 }
  // While what there was before is being queued, it is not all there.
  for (const check of open.history_from === null ? [...sums, ...movements] : sums) {
    addCompared(found, await compare(db, check))
  }
  if (open.history_from === null) addCompared(found, await missingFees(db, { all: allFees }))
  const aside = await sql<{ n: number }>`select count(*) as n from ledger_event_aside`.execute(db)
  found.set_aside = aside.rows[0]?.n ?? 0
  await sql`insert into ledger_check (started_at, finished_at, keys, differences, examples)
    values (${started.toISOString()}, ${now().toISOString()}, ${found.keys}, ${found.differences},
      ${JSON.stringify(found.examples)})`.execute(db)
  return found
}

/** A name, and a query of keys with what one place says and what another one has. */
type Check = [name: string, query: RawBuilder<unknown>]

async function compare(db: Reader, [check, query]: Check): Promise<Compared> {
  const { rows } = await inLongStatement(
    db,
    sql<{ keys: number; differences: number }>`
      select count(*) as keys, count(*) filter (where said is distinct from found) as differences from (${query}) c`,
  )
  const { keys, differences } = rows[0] ?? { keys: 0, differences: 0 }
  if (differences === 0) return { keys, differences, examples: [] }
  // Texts, because sums may be more than a JSON number.
  const examples = await inLongStatement(
    db,
    sql<{ example: object }>`
      select to_jsonb(c) || jsonb_build_object('said', said::text, 'found', found::text) as example from (${query}) c
      where said is distinct from found limit ${mostExamples}`,
  )
  return { keys, differences, examples: examples.rows.map(({ example }) => ({ check, ...example })) }
}

const debitIsCredit = sql`
  select currency_code, sum(debit)::text as said, sum(credit)::text as found from ledger_balance group by 1`

const balances = sql`
  select merchant_id, book_id, code, sub_id, currency_code, business_day,
    concat_ws(' ', b.debit, b.credit, b.n) as said, concat_ws(' ', l.debit, l.credit, l.n) as found
  from (
      select s.merchant_id, s.book_id, x.code, case when c.sub is null then ${houseBook}::uuid else coalesce(x.sub_id, ${houseBook}::uuid) end as sub_id,
        s.currency_code, s.business_day, sum(x.debit) as debit, sum(x.credit) as credit, sum(s.n) as n
      from (select merchant_id, book_id, kind, sub_id, coalesce(credit_sub_id, sub_id) as credit_sub_id, currency_code, business_day,
            sum(amount) as amount, count(*) as n
          from ledger_transfer group by 1, 2, 3, 4, 5, 6, 7) s
        join ledger_kind k using (kind)
        cross join lateral (values (k.debit, s.sub_id, s.amount, 0::numeric), (k.credit, s.credit_sub_id, 0, s.amount)) x(code, sub_id, debit, credit)
        join ledger_code c on c.code = x.code
      group by 1, 2, 3, 4, 5, 6) l
    full join ledger_balance b using (merchant_id, book_id, code, sub_id, currency_code, business_day)`

/**
 * Payments, refunds or chargebacks, with what is booked, queued or set aside of them. One statement, because an event is either in
 * the queue or booked; and one for all months, because what is booked of a payment may be in any later one.
 */
const movement = (
  table: 'transaction' | 'refund' | 'chargeback',
  moves: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
  [more, less]: [number, number],
) => sql`
  select w.merchant_id, w.id as subject_id, w.said, x.found
  from (select r.merchant_id, r.created_at, r.id, ${sql.ref(table === 'transaction' ? 'r.created_at' : 'r.transaction_created_at')} as began,
        ${sql.ref(table === 'transaction' ? 'r.id' : 'r.transaction_id')} as payment,
        case when ${moves} then ${amount} else 0 end as said
      from ${sql.table(table)} r) w
    left join (
      select merchant_id, subject_id, sum(case when kind = ${more} then amount else -amount end) as found from (
        select merchant_id, subject_id, kind, amount from ledger_transfer where kind in (${more}, ${less})
        union all
        select merchant_id, subject_id, kind, amount from ledger_event where kind in (${more}, ${less})
        union all
        select merchant_id, (event ->> 'subject_id')::uuid, (event ->> 'kind')::smallint, (event ->> 'amount')::bigint
          from ledger_event_aside where (event ->> 'kind')::int in (${more}, ${less})) e
      group by 1, 2) x on x.merchant_id = w.merchant_id and x.subject_id = w.id
  where not (w.said = 0 and x.found is null)
    -- Those from before the ledger were settled elsewhere.
    and not (x.found is null and w.began < (select counts_from from ledger_day))
    and not (x.found is null and ${settledElsewhere[table]})`

const settledElsewhere = {
  transaction: sql`is_imported(w.merchant_id, w.created_at, w.id)`,
  // Our processor's money pays them.
  refund: sql`false`,
  chargeback: sql`was_settled_elsewhere(w.merchant_id, w.began, w.payment, w.created_at)`,
}

const movements: Check[] = [
  ['L7 captures', movement('transaction', sql`r.status = 'SETTLEMENT_COMPLETED'`, sql`r.captured_amount`, [1, 32])],
  ['L7 refunds', movement('refund', sql`r.status = 'PROCESSED'`, sql`r.amount`, [7, 33])],
  ['L7 chargebacks', movement('chargeback', sql`r.status not in ('WON', 'CANCELLED')`, sql`r.amount`, [8, 9])],
]

/** The sums by the day on which money is available. */
const available = sql`
  select merchant_id, book_id, currency_code, available_on, kind, concat_ws(' ', a.amount, a.n) as said,
    concat_ws(' ', l.amount, l.n) as found
  from (select merchant_id, book_id, currency_code, available_on, kind, sum(amount) as amount, count(*) as n from ledger_transfer
      where available_on is not null group by 1, 2, 3, 4, 5) l
    full join ledger_available a using (merchant_id, book_id, currency_code, available_on, kind)`

/** The sums of closed days over all merchants. */
const ofDays = sql`
  select business_day, code, currency_code, concat_ws(' ', s.debit, s.credit) as said, concat_ws(' ', b.debit, b.credit) as found
  from ledger_day_sum s
    full join (select x.* from ledger_day d cross join lateral sums_of_days(d.opened_on, d.closed_through) x) b
      using (business_day, code, currency_code)`

/** What is owed is what the last settlement carried to the next one, with everything that is available after it. */
const payable = sql`
  with owed as (
    select merchant_id, book_id, currency_code, sum(credit - debit) as amount from ledger_balance where code = 30 group by 1, 2, 3)
  select o.merchant_id, o.book_id, o.currency_code, o.amount::text as said,
    (coalesce(s.carried, 0) + coalesce(a.amount, 0))::text as found
  from owed o
    left join lateral (select carried, upper(covers) as after from settlement s
      where s.merchant_id = o.merchant_id and s.book_id = o.book_id and s.currency_code = o.currency_code
      order by upper(covers) desc limit 1) s on true
    left join lateral (select sum(${payableOf('a')}) as amount
      from ledger_available a join ledger_kind k using (kind)
      where a.merchant_id = o.merchant_id and a.book_id = o.book_id and a.currency_code = o.currency_code
        and (s.after is null or a.available_on >= s.after)) a on true`

/** What is held is what is not yet released. */
const reserve = sql`
  select merchant_id, book_id, currency_code, coalesce(b.amount, 0)::text as said, coalesce(h.amount, 0)::text as found
  from (select merchant_id, book_id, currency_code, sum(credit - debit) as amount from ledger_balance where code = 31
      group by 1, 2, 3) b
    full join (select merchant_id, book_id, currency_code, sum(amount) as amount from ledger_hold cross join ledger_day d
      where release_on > d.closed_through group by 1, 2, 3) h using (merchant_id, book_id, currency_code)`

/** What is left to invoices is what the sums of months say, book by book. */
const invoiced = sql`
  select merchant_id, book_id, currency_code, month, coalesce(i.invoiced, 0)::text as said, coalesce(t.amount, 0)::text as found
  from ledger_invoiced i
    full join (select merchant_id, book_id, currency_code, date_trunc('month', business_day)::date as month,
        sum(case when kind = ${numbersOf('invoiced')} then amount else -amount end) as amount
      from ledger_transfer where kind in (${numbersOf('invoiced', 'invoiced_less')}) group by 1, 2, 3, 4) t using (merchant_id, book_id, currency_code, month)`

/** What closing days added up for invoices is what an invoice of the month would charge. */
const chargedByMonth = sql`
  select i.merchant_id, i.book_id, i.currency_code, i.month, i.total::text as said, coalesce((
      select -sum(${payableOf('t')}) from ledger_transfer t join ledger_kind k using (kind)
      where t.merchant_id = i.merchant_id and t.book_id = i.book_id and t.currency_code = i.currency_code
        and t.business_day between i.month and least((i.month + interval '1 month')::date - 1, d.closed_through)
        and ${isChargedByInvoices}), 0)::text as found
  from ledger_invoiced i cross join ledger_day d`

const isOfMonth = sql`kind in (${ofMonths})`

/** A payout and an attempt are charged once, and a merchant for a month, whichever of its books is charged. */
const feesOnce = sql`
  select merchant_id, kind, case when ${isOfMonth} then merchant_id else subject_id end as subject_id, max(business_day) as business_day,
    1 as said, count(*) as found
  from ledger_transfer where kind in (${ofAncillaryFees})
  group by 1, 2, 3, case when ${isOfMonth} then date_trunc('month', business_day) end`

const sums: Check[] = [
  ['L1 debit = credit', debitIsCredit],
  ['L6 balances', balances],
  ['L6 available', available],
  ['L6 closed days', ofDays],
  ['L10 payable', payable],
  ['L11 reserve', reserve],
  ['invoiced apart', invoiced],
  ['charged by month', chargedByMonth],
  ['fees once', feesOnce],
]
