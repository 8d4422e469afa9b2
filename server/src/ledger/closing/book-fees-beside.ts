import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { feeOf, type Priced, winner } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { loadVersions } from '../../pricing/versions-at.ts'
import { writingTransfers } from '../write-transfers.ts'

/** What may be charged for, and where. */
interface Charged {
  event: 'payout' | 'month'
  merchant_id: string
  book_id: string
  organisation_id: string
  currency_code: string
  /** `2026-10-31`. */
  day: string
  /** The payout; of a month the book. */
  subject_id: string
  /** Minor units; of a month 0. */
  amount: number
  version_id: string
  volume: number
  delay_days: number
}

/**
 * Books the fees of payouts that the bank carried out on these days, and those of a month that ends with them. A day is closed
 * once, so each is booked once. They settle together with what else was booked on their day.
 */
export async function bookFeesBeside(trx: Trx, days: Days): Promise<void> {
  const { rows } = await sql<{ payout: boolean; month: boolean }>`
    select is_charged_beside('payout') as payout,
      ${days.last}::date = (date_trunc('month', ${days.last}::date) + interval '1 month')::date - 1
        and is_charged_beside('month') as month`.execute(trx)
  const charged = [
    ...(rows[0]?.payout ? await payoutsOn(trx, days) : []),
    ...(rows[0]?.month ? await monthOf(trx, days.last) : []),
  ]
  const versions = await loadVersions(trx, [...new Set(charged.map(({ version_id }) => version_id))])
  const legs = charged.flatMap(({ event, amount, version_id, volume, delay_days, ...of }) => {
    const line = winner(versions.get(version_id)?.lines ?? [], pricedAs(event, of.currency_code, amount, volume))?.line
    const fee = line ? feeOf(amount, line) : 0n
    if (!line || fee === 0n) return []
    const { kind } = ledgerKinds[`${event}_fee`]
    return [{ ...of, kind, amount: String(fee), line: line.id, available_on: addBankingDays(of.day, delay_days) }]
  })
  if (legs.length === 0) return
  await sql`
    with leg as (
      select x.merchant_id, x.day as business_day, x.book_id, x.organisation_id, x.kind, x.currency_code, x.amount, null::uuid as sub_id,
        x.subject_id, null::uuid as transaction_id, x.line as scheme_line, x.available_on, null::date as release_on,
        null::date as of_day, null::bigint as reverses, null::jsonb as actor, null::text as reason
      from json_to_recordset(${JSON.stringify(legs)}) as x(merchant_id uuid, day date, book_id uuid, organisation_id uuid,
        kind smallint, currency_code text, amount bigint, subject_id uuid, line int, available_on date)),
    ${writingTransfers}
    select`.execute(trx)
}

const pricedAs = (event: Charged['event'], currency_code: string, amount: number, volume: number): Priced => ({
  ...{ event, currency_code, amount, volume },
  ...{ product: null, brand: null, holder: null, funding: null, region: null, domestic: null, channel: null },
})

/** The books with payouts on a day are few, and their sums say which. */
async function payoutsOn(trx: Trx, { first, last }: Days): Promise<Charged[]> {
  const { rows } = await sql<Charged>`
    select 'payout' as event, t.merchant_id, t.book_id, t.organisation_id, t.currency_code, t.business_day::text as day, t.subject_id,
      t.amount, v.version_id, volume_before(t.merchant_id, t.currency_code, t.business_day) as volume, s.delay_days
    from (select distinct merchant_id, business_day from ledger_balance
        where business_day between ${first} and ${last} and code = ${sql.lit(ledgerKinds.payout_booked.debit)} and debit > 0) d
      join ledger_transfer t on t.merchant_id = d.merchant_id and t.business_day = d.business_day
        and t.transaction_id is null and t.kind = ${sql.lit(ledgerKinds.payout_booked.kind)}
      cross join lateral (select scheme_version_at(t.merchant_id, 'REVENUE', t.business_day) as version_id) v
      cross join lateral settlement_terms(t.merchant_id, t.book_id, t.currency_code, t.business_day) s
    where v.version_id is not null
    order by t.merchant_id, t.business_day, t.seq`.execute(trx)
  return rows
}

/** Merchants that are active now and have such a price at the end of the month, in its currency, in their default book. */
async function monthOf(trx: Trx, last: string): Promise<Charged[]> {
  const { rows } = await sql<Charged>`
    with priced as materialized (
      select m.id as merchant_id, scheme_version_at(m.id, 'REVENUE', ${last}::date) as version_id
      from merchant m cross join installation i
      where m.active and (m.created_at at time zone i.time_zone)::date <= ${last}::date),
    charged as materialized (
      select p.merchant_id, p.version_id, l.currency_code, book_of(p.merchant_id, null) as book_id
      from priced p join (
        select distinct l.version_id, coalesce(l.currency_code, s.currency_code) as currency_code
        from scheme_line l join scheme s on s.id = l.scheme_id where l.event = 'month') l on l.version_id = p.version_id
      where l.currency_code is not null)
    select 'month' as event, c.merchant_id, c.book_id, coalesce(f.organisation_id, c.merchant_id) as organisation_id, c.currency_code,
      ${last}::text as day, c.book_id as subject_id, 0 as amount, c.version_id,
      volume_before(c.merchant_id, c.currency_code, ${last}::date) as volume, s.delay_days
    from charged c
      left join settlement_profile f
        on f.merchant_id = c.merchant_id and f.book_id = c.book_id and f.currency_code = c.currency_code
      cross join lateral settlement_terms(c.merchant_id, c.book_id, c.currency_code, ${last}::date) s
    order by c.merchant_id`.execute(trx)
  return rows
}
