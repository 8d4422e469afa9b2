import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { defaultDelayDays } from '@kontor/contract/ledger/ledger.rules'
import { vatTreatment } from '@kontor/contract/ledger/vat.rules'
import { shareOf } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { writingTransfers } from '../write-transfers.ts'

interface DayOfFees {
  merchant_id: string
  book_id: string
  organisation_id: string
  currency_code: string
  /** Sums of minor units, which may exceed a JSON number: of this day, and of the month before it by rate. */
  fees: string
  before: { ppm: number; fees: string; vat: string }[]
  country_code: string
  vat_number: string | null
  provider_country: string
  standard_ppm: number
  delay_days: number
}

/**
 * Books the VAT on the fees of a day, one transfer for each book and currency: what brings the VAT of the month to the right
 * total, so that an invoice of the month is exact. A month in which the rate of a merchant changes has a total for each rate.
 */
export async function bookVat(trx: Trx, day: string): Promise<void> {
  const lines = (await feesOf(trx, day)).map((of) => vatLine(of, day))
  if (lines.length === 0) return
  await sql`
    with line as (
      select * from json_to_recordset(${JSON.stringify(lines)}) as x(merchant_id uuid, book_id uuid, organisation_id uuid,
        currency_code text, ppm int, fees bigint, vat bigint, available_on date)),
    totals as (
      insert into ledger_vat as v (merchant_id, book_id, currency_code, month, ppm, fees, vat)
      select merchant_id, book_id, currency_code, date_trunc('month', ${day}::date)::date, ppm, fees, vat from line
      on conflict (merchant_id, book_id, currency_code, month, ppm) do update
        set fees = v.fees + excluded.fees, vat = v.vat + excluded.vat),
    leg as (
      select merchant_id, ${day}::date as business_day, book_id, organisation_id,
        (case when vat > 0 then 16 else 35 end)::smallint as kind, currency_code, abs(vat) as amount, null::uuid as sub_id,
        book_id as subject_id, null::uuid as transaction_id, null::int as scheme_line, available_on, null::date as release_on,
        null::date as of_day, null::bigint as reverses, null::jsonb as actor, null::text as reason
      from line where vat <> 0),
    ${writingTransfers}
    select count(*) from written`.execute(trx)
}

async function feesOf(trx: Trx, day: string): Promise<DayOfFees[]> {
  const { rows } = await sql<DayOfFees>`
    select b.merchant_id, b.book_id, coalesce(s.organisation_id, b.merchant_id) as organisation_id, b.currency_code,
      b.fees::text as fees, m.country_code, m.vat_number, i.country_code as provider_country, r.ppm as standard_ppm,
      coalesce(s.delay_days, ${defaultDelayDays}) as delay_days,
      coalesce((select jsonb_agg(jsonb_build_object('ppm', v.ppm, 'fees', v.fees::text, 'vat', v.vat::text)) from ledger_vat v
        where v.merchant_id = b.merchant_id and v.book_id = b.book_id and v.currency_code = b.currency_code
          and v.month = date_trunc('month', ${day}::date)), '[]') as before
    from (select merchant_id, book_id, currency_code, sum(credit - debit) as fees from ledger_balance
        where business_day = ${day}::date and code = 40 group by 1, 2, 3) b
      join merchant m on m.id = b.merchant_id
      cross join installation i
      -- A country without a rate has none to charge.
      cross join lateral (select coalesce((select ppm from vat_rate where country_code = i.country_code
        and valid_from <= ${day}::date order by valid_from desc limit 1), 0) as ppm) r
      left join settlement_profile s
        on s.merchant_id = b.merchant_id and s.book_id = b.book_id and s.currency_code = b.currency_code
    where b.fees <> 0`.execute(trx)
  return rows
}

function vatLine(of: DayOfFees, day: string) {
  const ppm = vatTreatment(of, of.provider_country) === 'STANDARD' ? of.standard_ppm : 0
  const before = of.before.find((each) => each.ppm === ppm)
  const fees = BigInt(of.fees) + BigInt(before?.fees ?? 0)
  const vat = shareOf(fees, ppm) - BigInt(before?.vat ?? 0)
  const { merchant_id, book_id, organisation_id, currency_code } = of
  return {
    ...{ merchant_id, book_id, organisation_id, currency_code, ppm, fees: of.fees, vat: String(vat) },
    available_on: addBankingDays(day, of.delay_days),
  }
}
