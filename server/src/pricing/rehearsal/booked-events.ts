import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { instantIn } from '../../platform/db/ids.ts'
import type { Days } from '../../platform/time/months.ts'
import { numbersOf, ofMoneyEvents } from '../kind-numbers.ts'
import { lowestOf } from '../versions-at.ts'

/** Whose events of which business days. */
interface Booked extends Days {
  merchants: readonly string[]
  /** What was taken back as a whole, with its fee: bookings of a subject through this one. */
  undone: readonly { merchant_id: string; subject_id: string; through: number }[]
}

/** Finds what was taken back as a whole. Few are, so they are looked up. */
export async function bookedOn(trx: Trx, { first, last }: Days, merchants: readonly string[]): Promise<Booked> {
  const { rows } = await sql<Booked['undone'][number]>`
    select merchant_id, subject_id, max(seq) as through from (
      select l.merchant_id, l.subject_id, l.seq,
        sum(case when l.kind in (${numbersOf('capture', 'refund')}) then l.amount else -l.amount end)
          over (partition by l.merchant_id, l.subject_id order by l.seq) as remains
      from (select distinct merchant_id, transaction_id, subject_id from ledger_transfer
          where kind in (${numbersOf('capture_undone', 'refund_undone')}) and business_day >= ${first} and merchant_id = any(${merchants}::uuid[])) u
        join ledger_transfer l
          on l.merchant_id = u.merchant_id and l.transaction_id = u.transaction_id and l.subject_id = u.subject_id
      where l.kind in (${numbersOf('capture', 'refund', 'capture_undone', 'refund_undone')})) x
    where remains = 0 group by 1, 2`.execute(trx)
  return { first, last, merchants, undone: rows }
}

/** Transfers `l` of these days that were not taken back as a whole. */
const standing = ({ first, last, merchants, undone }: Booked): RawBuilder<unknown> => sql`
  ledger_transfer l where l.business_day between ${first}::date and ${last}::date and l.merchant_id = any(${merchants}::uuid[])
    and not exists (select from json_to_recordset(${JSON.stringify(undone)})
        as u(merchant_id uuid, subject_id uuid, through bigint)
      where u.merchant_id = l.merchant_id and u.subject_id = l.subject_id and l.seq <= u.through)`

/** Finds the row of the payment. */
const createdAt = instantIn('l.transaction_id')

interface Found {
  captures: number
  fees: string
  /** The first and the last instant in which a payment of these events began; null: there are no events. */
  oldest: string | null
  newest: string | null
}

/** What the ledger has of these days, without a look at payments or lines. */
export async function countBooked(trx: Trx, booked: Booked): Promise<Found> {
  const { rows } = await sql<Found>`
    select count(*) filter (where l.kind = ${numbersOf('capture')}) as captures, coalesce(sum(l.amount) filter (where l.kind = ${numbersOf('fee')}), 0) as fees,
      min(${createdAt}) filter (where l.kind <> ${numbersOf('fee')}) as oldest, max(${createdAt}) filter (where l.kind <> ${numbersOf('fee')}) as newest
    from ${standing(booked)} and l.kind in (${ofMoneyEvents}, ${numbersOf('fee')})`.execute(trx)
  return rows[0] ?? { captures: 0, fees: '0', oldest: null, newest: null }
}

/**
 * The events with what lines look at, the line that priced them, what was expected to be charged for them, and the text by which
 * those that are alike are one. The days are of one month; `tiers` are those of the version that prices them anew. `nth` counts the bookings of one subject on one day, of which the first has the cost of all.
 */
export const bookedEvents = (
  booked: Booked,
  { oldest, newest }: Found,
  tiers: readonly number[],
): RawBuilder<unknown> => sql`
  select e.*, ${lowestOf('v.volume', tiers)} as volume, m.country_code as merchant_country, t.payment_product as product, t.card_brand as brand, t.card_holder as holder,
    t.card_funding as funding, t.card_issuer_country as issuer_country, t.channel,
    concat_ws('|', e.kind, e.currency_code, t.payment_product, coalesce(t.card_brand, '-'), coalesce(t.card_holder, '-'),
      coalesce(t.card_funding, '-'), coalesce(t.card_issuer_country, '-'), coalesce(t.channel, '-'), m.country_code,
      ${lowestOf('v.volume', tiers)}) as key
  from (
    select l.merchant_id, l.business_day, l.seq, l.kind, l.subject_id, l.transaction_id, l.currency_code, l.amount,
      l.scheme_line as old_line, ${createdAt} as began_at,
      row_number() over (partition by l.merchant_id, l.business_day, l.subject_id order by l.seq) as nth
    from ${standing(booked)} and l.kind in (${ofMoneyEvents})) e
  join merchant m on m.id = e.merchant_id
  left join ledger_volume v on v.merchant_id = e.merchant_id and v.currency_code = e.currency_code
    and v.month = (date_trunc('month', ${booked.first}::date) - interval '1 month')::date
  join transaction t on t.merchant_id = e.merchant_id and t.created_at = e.began_at and t.id = e.transaction_id
    and t.created_at between ${oldest}::timestamptz and ${newest}::timestamptz and t.merchant_id = any(${booked.merchants}::uuid[])`

/** What processors were expected to charge, by merchant, day and subject, and by which line. */
export const bookedCosts = (booked: Booked): RawBuilder<unknown> => sql`
  select l.merchant_id, l.business_day, l.subject_id, sum(l.amount) as cost, max(l.scheme_line) as cost_line
  from ${standing(booked)} and l.kind = ${numbersOf('cost_expected')} group by 1, 2, 3`
