import { lastOfMonth } from '@kontor/contract/dates'
import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import {
  feeOf,
  feeOfAncillary,
  type Line,
  type MonthEvent,
  monthBounds,
  type Priced,
  winner,
} from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { type Days, monthsOf } from '../../platform/time/months.ts'
import { loadVersions } from '../../pricing/versions-at.ts'

/** What may be charged for, and where. */
export interface Charged {
  event: 'payout' | MonthEvent
  merchant_id: string
  book_id: string
  organisation_id: string
  currency_code: string
  /** `2026-10-31`. */
  day: string
  /** The payout; of a month the book. */
  subject_id: string
  /** Of the payout, in minor units; of a month 0. */
  amount: number
  version_id: string
  volume: number
  delay_days: number
}

/** A fee as it is booked. */
export interface AncillaryCharge
  extends Pick<
    Charged,
    'event' | 'merchant_id' | 'book_id' | 'organisation_id' | 'currency_code' | 'day' | 'subject_id'
  > {
  kind: number
  /** Minor units, more than zero. */
  fee: bigint
  /** The id of its line. */
  line: number
  available_on: string
}

/**
 * The fees of payouts that the bank carried out on these days, and those of the months that end with one of them. Of closed days it
 * is always the same, because neither their prices nor what happened on them changes.
 */
export async function ancillaryCharges(
  db: Reader,
  days: Days,
  { payout, month }: ChargedEvents,
): Promise<AncillaryCharge[]> {
  const charged = payout ? await payoutsOn(db, days) : []
  if (month) charged.push(...(await monthsEnding(db, days, 'month')))
  return chargesOf(db, charged, ({ amount }, line) => feeOf(amount, line))
}

/** What is charged by the lines that win. `feeBy` says how much, in minor units; 0: nothing. */
export async function chargesOf(
  db: Reader,
  charged: readonly Charged[],
  feeBy: (of: Charged, line: Line) => bigint,
): Promise<AncillaryCharge[]> {
  const versions = await loadVersions(db, [...new Set(charged.map(({ version_id }) => version_id))])
  return charged.flatMap((each) => {
    const { amount, version_id, volume, delay_days, ...of } = each
    const line = winner(versions.get(version_id)?.lines ?? [], pricedAs(of, amount, volume))?.line
    const fee = line ? feeBy(each, line) : 0n
    if (!line || fee === 0n) return []
    const { kind } = ledgerKinds[feeOfAncillary(of.event)]
    return [{ ...of, kind, fee, line: line.id, available_on: addBankingDays(of.day, delay_days) }]
  })
}

/** Which of the events that are charged while a day is closed anybody pays for. */
export interface ChargedEvents {
  payout: boolean
  month: boolean
  bounds: boolean
}

export async function chargedAtClosing(db: Reader): Promise<ChargedEvents> {
  const { rows } = await sql<ChargedEvents>`
    select has_price('payout') as payout, has_price('month') as month,
      ${sql.join(
        monthBounds.map((bound) => sql`has_price(${bound})`),
        sql` or `,
      )} as bounds`.execute(db)
  return rows[0] ?? { payout: false, month: false, bounds: false }
}

export const endsMonth = (day: string): boolean => day === lastOfMonth(day)

/** The months that end with one of these days, of the merchants that have such a price. */
export async function monthsEnding(db: Reader, days: Days, event: MonthEvent): Promise<Charged[]> {
  const charged: Charged[] = []
  for (const { last } of monthsOf(days))
    if (endsMonth(last)) charged.push(...(await merchantsWithMonth(db, last, event)))
  return charged
}

const pricedAs = (
  { event, currency_code }: Pick<Charged, 'event' | 'currency_code'>,
  amount: number,
  volume: number,
): Priced => ({
  ...{ event, currency_code, amount, volume },
  ...{ gateway: null, product: null, brand: null, holder: null, funding: null, region: null, domestic: null },
  channel: null,
})

/**
 * The books with payouts on a day are few, and their sums say which. A payout is charged in the currency of its settlement, where there
 * are earnings of which the fee is taken, also when it is paid in another one.
 */
async function payoutsOn(db: Reader, { first, last }: Days): Promise<Charged[]> {
  const { rows } = await sql<Charged>`
    select 'payout' as event, t.merchant_id, t.book_id, t.organisation_id, p.currency_code, t.business_day::text as day, t.subject_id,
      p.amount, v.version_id, volume_before(t.merchant_id, p.currency_code, t.business_day) as volume, s.delay_days
    from (select distinct merchant_id, business_day from ledger_balance
        where business_day between ${first} and ${last} and code = ${sql.lit(ledgerKinds.payout_booked.debit)} and debit > 0) d
      join ledger_transfer t on t.merchant_id = d.merchant_id and t.business_day = d.business_day
        and t.transaction_id is null and t.kind = ${sql.lit(ledgerKinds.payout_booked.kind)}
      cross join lateral (select scheme_version_at(t.merchant_id, 'REVENUE', t.business_day) as version_id) v
      left join settlement of_payout on of_payout.merchant_id = t.merchant_id and of_payout.id = t.subject_id
      cross join lateral (
        select coalesce(of_payout.currency_code, t.currency_code) as currency_code, coalesce(of_payout.paid, t.amount) as amount) p
      cross join lateral settlement_terms(t.merchant_id, t.book_id, p.currency_code, t.business_day) s
    where v.version_id is not null
    order by t.merchant_id, t.business_day, t.seq`.execute(db)
  return rows
}

/** Merchants that were active when the month ended and have such a price on its last day, in its currency. */
async function merchantsWithMonth(db: Reader, last: string, event: MonthEvent): Promise<Charged[]> {
  const { rows } = await sql<Charged>`
    with priced as materialized (
      select m.id as merchant_id, scheme_version_at(m.id, 'REVENUE', ${last}::date) as version_id
      from merchant m cross join installation i
      where (m.created_at at time zone i.time_zone)::date <= ${last}::date),
    charged as materialized (
      select p.merchant_id, p.version_id, l.currency_code, book_of_month(p.merchant_id, l.currency_code, ${last}::date) as book_id
      from priced p join (
        select distinct l.version_id, coalesce(l.currency_code, s.currency_code) as currency_code
        from scheme_line l join scheme s on s.id = l.scheme_id where l.event = ${event}) l on l.version_id = p.version_id
      where l.currency_code is not null and was_active(p.merchant_id, ${last}::date))
    select ${event}::text as event, c.merchant_id, c.book_id, coalesce(f.organisation_id, c.merchant_id) as organisation_id, c.currency_code,
      ${last}::text as day, c.book_id as subject_id, 0 as amount, c.version_id,
      volume_before(c.merchant_id, c.currency_code, ${last}::date) as volume, s.delay_days
    from charged c
      left join settlement_profile f
        on f.merchant_id = c.merchant_id and f.book_id = c.book_id and f.currency_code = c.currency_code
      cross join lateral settlement_terms(c.merchant_id, c.book_id, c.currency_code, ${last}::date) s
    order by c.merchant_id`.execute(db)
  return rows
}
