import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { dayOf, today } from '../../pricing/business-days.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'
import { writingTransfersOf } from '../write-transfers.ts'

interface Undone {
  place: string
  seq: number
  amount: number
  /** What is booked of what it takes back. */
  booked: number
  business_day: string
  book_id: string | null
  delay_days: number
}

/** Few, because what each takes back is looked up. */
export const mostUndoneAtOnce = 500

/**
 * Books what processors took back, in the book in which it was booked: the money, and with it the fee, the expected cost, the
 * partner's share and what is left of what was held, each by the opposite of its transfer. Gives the number of events, and those of which
 * what they take back is not booked.
 */
export async function postUndone(trx: Trx, limit: number): Promise<{ taken: number; impossible: string[] }> {
  const found = await findUndone(trx, limit)
  const possible = found.filter(({ amount, booked, book_id }) => book_id !== null && booked >= amount)
  const impossible = found.filter((each) => !possible.includes(each)).map(({ place }) => place)
  if (possible.length > 0) await bookOpposites(trx, possible)
  return { taken: possible.length, impossible }
}

/** Those of which nothing older waits. */
async function findUndone(trx: Trx, limit: number): Promise<Undone[]> {
  const { rows } = await sql<Undone>`
    select e.ctid::text as place, e.seq, e.amount, b.amount as booked, b.book_id,
      greatest(least(${dayOf('e.occurred_at')}, ${today}), d.closed_through + 1)::text as business_day,
      s.delay_days
    from ledger_event e cross join ledger_day d
      cross join lateral (
        select coalesce(sum(case when l.kind in (${numbersOf('capture', 'refund')}) then l.amount else -l.amount end), 0)::bigint as amount,
          (array_agg(l.book_id order by l.seq desc))[1] as book_id, min(l.currency_code) as currency_code
        from ledger_transfer l
        where l.merchant_id = e.merchant_id and l.transaction_id = e.transaction_id and l.subject_id = e.subject_id
          and l.kind in (${gross})) b
      left join lateral settlement_terms(e.merchant_id, b.book_id, b.currency_code,
        greatest(least(${dayOf('e.occurred_at')}, ${today}), d.closed_through + 1)) s on true
    where e.kind in (${numbersOf('capture_undone', 'refund_undone')}) and not exists (select from ledger_event o
      where o.merchant_id = e.merchant_id and o.subject_id = e.subject_id and o.seq < e.seq)
    order by e.seq limit ${limit}`.execute(trx)
  return rows
}

/** Captures and refunds, and what took them back. */
const gross = numbersOf('capture', 'refund', 'capture_undone', 'refund_undone')

const held = numbersOf('reserve_hold')
const released = numbersOf('reserve_release')

/** Each kind that is taken back, the one that takes it back, and whether that becomes available. */
const opposites = sql.join(
  (
    [
      ['fee', 'fee_less', true],
      ['fee_more', 'fee_less', true],
      ['fee_less', 'fee_more', true],
      ['reserve_hold', 'reserve_release', true],
      ['cost_expected', 'cost_less', false],
      ['partner_share', 'partner_share_undone', false],
    ] as const
  ).map(([of, by, isAvailable]) => sql`(${numbersOf(of, by)}, ${sql.lit(isAvailable)})`),
)

async function bookOpposites(trx: Trx, undone: readonly Undone[]): Promise<void> {
  const given = undone.map(({ place, business_day, book_id, delay_days, amount, booked }) => ({
    ...{ place, business_day, book_id, is_whole: amount === booked },
    available_on: addBankingDays(business_day, delay_days),
  }))
  // Commands wait, because they may use the reserve of which the rest is given back.
  await sql`select from ledger_day for update`.execute(trx)
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}) as x(place tid, business_day date, book_id uuid, is_whole boolean,
        available_on date)),
    gone as (delete from ledger_event e using given g where e.ctid = g.place
      returning e.*, g.business_day, g.book_id, g.is_whole, g.available_on),
    whole as (
      select g.merchant_id, g.business_day, l.book_id, l.organisation_id, o.kind::smallint as kind, l.currency_code,
        l.amount - case when l.kind = ${held} then coalesce(b.amount, 0) else 0 end as amount, l.sub_id,
        l.subject_id, l.transaction_id, l.scheme_line, l.part, case when o.is_available then g.available_on end as available_on,
        l.release_on, case when l.kind = ${held} then l.business_day end as of_day, l.seq as reverses
      from gone g
        join ledger_transfer l
          on l.merchant_id = g.merchant_id and l.transaction_id = g.transaction_id and l.subject_id = g.subject_id
        join (values ${opposites}) o(of, kind, is_available) on o.of = l.kind
        -- Refunds may have given back a part of a hold.
        left join lateral (select sum(r.amount)::bigint as amount from ledger_transfer r
          where l.kind = ${held} and r.merchant_id = l.merchant_id and r.transaction_id = l.transaction_id and r.reverses = l.seq) b on true
      where g.is_whole
        -- What was held is released by itself when the days before this one are closed, and a hold may have been taken back before.
        and (l.kind <> ${held} or l.release_on >= g.business_day)
        -- Corrections of a fee are taken back with it, and not what took a fee back before.
        and (l.kind not in (${numbersOf('fee_more', 'fee_less')}) or l.reverses is null)
        and (l.kind = ${held} or not exists (select from ledger_transfer r
          where r.merchant_id = l.merchant_id and r.transaction_id = l.transaction_id and r.reverses = l.seq))),
    -- The reserve may have been used: captures that were held together share what is left, the oldest first.
    opposite as (
      select w.merchant_id, w.business_day, w.book_id, w.organisation_id, w.kind, w.currency_code, x.amount, w.sub_id, w.subject_id,
        w.transaction_id, w.scheme_line, w.part, w.available_on, w.release_on, w.of_day, w.reverses
      from (select *, sum(amount) over (partition by merchant_id, book_id, currency_code, release_on, of_day, kind
          order by reverses) - amount as earlier from whole) w
        left join ledger_hold h on w.kind = ${released}
          and (h.merchant_id, h.book_id, h.currency_code, h.release_on, h.business_day)
            = (w.merchant_id, w.book_id, w.currency_code, w.release_on, w.of_day)
        cross join lateral (
          select case when w.kind = ${released} then least(w.amount, coalesce(h.amount, 0) - w.earlier) else w.amount end::bigint as amount) x
      where x.amount > 0),
    leg as materialized (
      select g.merchant_id, g.business_day, g.book_id, t.organisation_id, g.kind, t.currency_code, g.amount, t.processor_id as sub_id,
        g.subject_id, g.transaction_id, null::int as scheme_line, null::text as part, g.available_on, null::date as release_on, null::date as of_day,
        null::bigint as reverses, null::jsonb as actor, null::text as reason
      from gone g join transaction t
        on t.merchant_id = g.merchant_id and t.created_at = g.transaction_created_at and t.id = g.transaction_id
      union all
      select o.*, null::jsonb, null::text from opposite o),
    ${writingTransfersOf({ parts: true })}
    select count(*) from gone`.execute(trx)
}
