import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { today } from '../../pricing/business-days.ts'
import { versionsAt } from '../../pricing/versions-at.ts'
import { dayOf } from '../ledger-day.ts'
import { writingTransfersOf } from '../write-transfers.ts'
import { type Combination, type Price, pricesOf } from './prices.ts'

/**
 * Books events of the queue: what they moved, with the fee, the expected cost, the hold and the partner's share of each, and
 * deletes them in the same statement. Each distinct combination of what prices look at is priced once, however many events have
 * it. Gives the number of events. An event that was changed meanwhile waits for the next batch.
 */
export async function postBatch(trx: Trx, which: RawBuilder<SqlBool>): Promise<number> {
  const prices = await pricesOfEvents(trx, which)
  if (prices.length === 0) return 0
  // Most batches pass nothing on, and are spared its reckoning.
  const [passed, partsOfFee] = prices.some(({ passes }) => passes)
    ? [
        passedOn,
        sql`(2, p.interchange, null, p.fee_line, true, 'interchange'),
        (2, p.scheme_fees, null, p.fee_line, true, 'scheme_fees'),`,
      ]
    : [sql`0::bigint as interchange, 0::bigint as scheme_fees`, sql``]
  const { rows } = await sql<{ taken: number }>`
    with price as materialized (
      select * from json_to_recordset(${JSON.stringify(prices)}) as x(key text, book_id uuid, available_on date, low bigint,
        high bigint, fee_line int, passes boolean, cost_line int, share_line int, share_of text, partner uuid, hold_ppm int, release_on date)),
    event as materialized (${events(which)}),
    priced as materialized (
      select e.*, p.book_id, p.available_on, p.fee_line, p.cost_line, p.share_line, p.partner, p.release_on,
        fee_of(e.amount, f.fixed, f.ppm, f.minimum, f.maximum) as fee,
        fee_of(e.amount, c.fixed, c.ppm, c.minimum, c.maximum) as cost,
        case when p.hold_ppm is not null then fee_of(e.amount, 0, p.hold_ppm, null, null) end as hold, p.share_of,
        p.passes, ${passed}
      from event e join price p on p.key = e.key and e.amount >= p.low and (p.high is null or e.amount < p.high)
        left join scheme_line f on f.id = p.fee_line
        left join scheme_line c on c.id = p.cost_line),
    shared as (
      select p.*, case when b.base > 0 then fee_of(b.base, s.fixed, s.ppm, s.minimum, s.maximum) end as share
      from priced p left join scheme_line s on s.id = p.share_line
        cross join lateral (select case p.share_of when 'VOLUME' then p.amount when 'FEE' then p.fee + p.interchange + p.scheme_fees
          else coalesce(p.fee, 0) + p.interchange + p.scheme_fees - coalesce(p.cost, 0) end as base) b),
    gone as (delete from ledger_event where ctid in (select place from priced) returning 1),
    leg as materialized (
      select p.merchant_id, p.business_day, p.book_id, p.organisation_id, x.kind::smallint as kind, p.currency_code, x.amount,
        x.sub_id, p.subject_id, p.transaction_id, x.line as scheme_line, x.part, case when x.is_available then p.available_on end as available_on,
        case when x.kind = 3 then p.release_on end as release_on, null::date as of_day, null::bigint as reverses,
        null::jsonb as actor, null::text as reason
      from shared p cross join lateral (values
        -- Without a line of the fee it is unpriced.
        (p.kind::int, p.amount, p.processor_id, p.fee_line, true, null), ${partsOfFee}
        (2, p.fee, null, p.fee_line, true, case when p.passes then 'markup' end), (3, p.hold, null, null, true, null),
        (5, p.cost, p.processor_id, p.cost_line, false, null), (6, p.share, p.partner, p.share_line, false, null))
        as x(kind, amount, sub_id, line, is_available, part)
      where x.amount > 0 or x.kind = p.kind),
    ${writingTransfersOf({ parts: true })}
    select count(*) as taken from gone`.execute(trx)
  return rows[0]?.taken ?? 0
}

/** What a line `f` passes on of a cost `c` that is expected. */
const passedOn = sql`
  case when p.passes and c.id is not null then interchange_of(e.amount, c.fixed, c.ppm, c.minimum, c.maximum, c.interchange_fixed,
    c.interchange_ppm) else 0 end as interchange,
  case when f.passes_on = 'interchange_and_scheme_fees' and c.id is not null then scheme_fees_of(e.amount, c.fixed, c.ppm, c.minimum,
    c.maximum, c.interchange_fixed, c.interchange_ppm, c.scheme_fees_fixed, c.scheme_fees_ppm) else 0 end as scheme_fees`

/**
 * The events with what prices look at, and the text by which those that have the same are one. Refunds and chargebacks are booked
 * where their payment is, whichever account its shop has by now. One whose payment is not booked comes to the book of its shop, as
 * the payment does that waits in the same batch or in one of the next: they part only if the account is changed in between, or if
 * the payment was set aside. To look for waiting payments would cost the posting rate.
 */
const events = (which: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`
  select e.*, concat_ws('|', e.merchant_id, e.business_day, e.kind, e.product, coalesce(e.brand, '-'), coalesce(e.holder, '-'),
    coalesce(e.funding, '-'), coalesce(e.issuer_country, '-'), coalesce(e.channel, '-'), e.currency_code,
    coalesce('in ' || e.booked_in, e.bank_account_id::text, '-')) as key
  from (
    select e.ctid as place, e.merchant_id, e.kind, e.amount, e.subject_id, e.transaction_id,
      greatest(least(${dayOf('e.occurred_at')}, ${today}), d.closed_through + 1) as business_day,
      t.organisation_id, t.processor_id, t.currency_code, t.payment_product as product, t.card_brand as brand,
      t.card_holder as holder, t.card_funding as funding, t.card_issuer_country as issuer_country, t.channel,
      p.bank_account_id, b.booked_in
    from ledger_event e cross join ledger_day d
      left join transaction t
        on t.merchant_id = e.merchant_id and t.created_at = e.transaction_created_at and t.id = e.transaction_id
      left join payment_profile p on p.merchant_id = t.merchant_id and p.id = t.payment_profile_id
      -- Nothing is booked before the day on which it began, so that the months before are not looked at.
      left join lateral (
        select l.book_id as booked_in from ledger_transfer l
        where e.kind in (7, 8, 9) and l.merchant_id = e.merchant_id and l.transaction_id = e.transaction_id and l.kind = 1
          and l.business_day >= e.transaction_created_at::date - 1
        order by l.seq desc limit 1) b on true
    where ${which}) e`

async function pricesOfEvents(trx: Trx, which: RawBuilder<SqlBool>): Promise<Price[]> {
  const combinations = await combinationsOf(trx, which)
  const places = new Map(combinations.map((each) => [`${each.merchant_id} ${each.business_day}`, each]))
  const pricing = await versionsAt(
    trx,
    [...places.values()].map(({ merchant_id, business_day }) => ({ merchant_id, day: business_day })),
  )
  return combinations.flatMap((each) => pricesOf(each, pricing(each.merchant_id, each.business_day)))
}

/** Makes the books that are missing. */
async function combinationsOf(trx: Trx, which: RawBuilder<SqlBool>): Promise<Combination[]> {
  const { rows } = await sql<Combination>`
    with event as (${events(which)}),
    distinct_event as materialized (select distinct on (key) * from event),
    placed as materialized (
      select e.*, coalesce(e.booked_in, x.book_id) as book_id from distinct_event e
      left join (select y.merchant_id, y.bank_account_id, book_of(y.merchant_id, y.bank_account_id) as book_id
        from (select distinct merchant_id, bank_account_id from distinct_event where booked_in is null) y) x
        on x.merchant_id = e.merchant_id and x.bank_account_id is not distinct from e.bank_account_id)
    select p.key, p.merchant_id, p.business_day::text as business_day, p.book_id, p.kind, p.currency_code, p.product, p.brand,
      p.holder, p.funding, p.issuer_country, p.channel, m.country_code as merchant_country,
      s.delay_days, volume_before(p.merchant_id, p.currency_code, p.business_day) as volume
    from placed p join merchant m on m.id = p.merchant_id
      cross join lateral settlement_terms(p.merchant_id, p.book_id, p.currency_code, p.business_day) s`.execute(trx)
  return rows
}
