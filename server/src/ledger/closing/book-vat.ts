import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { vatTreatment } from '@kontor/contract/ledger/vat.rules'
import { shareOf } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { standardRate } from '../vat-rate.ts'
import { writingTransfers } from '../write-transfers.ts'

interface DayOfFees {
  merchant_id: string
  book_id: string
  organisation_id: string
  currency_code: string
  /** `2026-10-31`, and the first day of its month. */
  day: string
  month: string
  /** Minor units, which may exceed a JSON number. */
  fees: string
  country_code: string
  vat_number: string | null
  provider_country: string
  standard_ppm: number
  delay_days: number
}

/** What is charged at one rate in a month, and the VAT that is booked for it. */
interface MonthOfFees {
  fees: bigint
  vat: bigint
}

/**
 * Books the VAT on the fees of days, one transfer for each day, book and currency: what brings the VAT of the month to the right
 * total, so that an invoice of the month is exact. A month in which the rate of a merchant changes has a total for each rate.
 */
export async function bookVat(trx: Trx, days: Days): Promise<void> {
  const fees = await feesOf(trx, days)
  if (fees.length === 0) return
  const months = await monthsBefore(trx, days)
  const lines = fees.map((each) => vatLine(each, months))
  await sql`
    with line as (
      select * from json_to_recordset(${JSON.stringify(lines)}) as x(merchant_id uuid, book_id uuid, organisation_id uuid,
        currency_code text, day date, month date, ppm int, fees bigint, vat bigint, available_on date)),
    totals as (
      insert into ledger_vat as v (merchant_id, book_id, currency_code, month, ppm, fees, vat)
      select merchant_id, book_id, currency_code, month, ppm, sum(fees), sum(vat) from line group by 1, 2, 3, 4, 5
      on conflict (merchant_id, book_id, currency_code, month, ppm) do update
        set fees = v.fees + excluded.fees, vat = v.vat + excluded.vat),
    leg as (
      select merchant_id, day as business_day, book_id, organisation_id, (case when vat > 0 then 16 else 35 end)::smallint as kind,
        currency_code, abs(vat) as amount, null::uuid as sub_id, book_id as subject_id, null::uuid as transaction_id,
        null::int as scheme_line, available_on, null::date as release_on, null::date as of_day, null::bigint as reverses,
        null::jsonb as actor, null::text as reason
      from line where vat <> 0),
    ${writingTransfers}
    select`.execute(trx)
}

async function feesOf(trx: Trx, { first, last }: Days): Promise<DayOfFees[]> {
  const { rows } = await sql<DayOfFees>`
    select b.merchant_id, b.book_id, coalesce(s.organisation_id, b.merchant_id) as organisation_id, b.currency_code,
      b.business_day::text as day, date_trunc('month', b.business_day)::date::text as month, b.fees::text as fees, m.country_code,
      m.vat_number, i.country_code as provider_country, t.delay_days,
      ${standardRate('i.country_code', sql`b.business_day`)} as standard_ppm
    from (select merchant_id, book_id, currency_code, business_day, sum(credit - debit) as fees from ledger_balance
        where business_day between ${first} and ${last} and code = 40 group by 1, 2, 3, 4) b
      join merchant m on m.id = b.merchant_id
      cross join installation i
      left join settlement_profile s
        on s.merchant_id = b.merchant_id and s.book_id = b.book_id and s.currency_code = b.currency_code
      cross join lateral settlement_terms(b.merchant_id, b.book_id, b.currency_code, b.business_day) t
    where b.fees <> 0
    order by b.business_day`.execute(trx)
  return rows
}

type Months = Map<string, MonthOfFees>
type KeyOfMonth = Pick<DayOfFees, 'merchant_id' | 'book_id' | 'currency_code' | 'month'> & { ppm: number }
const keyOf = ({ merchant_id, book_id, currency_code, month, ppm }: KeyOfMonth) =>
  [merchant_id, book_id, currency_code, month, ppm].join(' ')

async function monthsBefore(trx: Trx, { first, last }: Days): Promise<Months> {
  const { rows } = await sql<KeyOfMonth & { fees: string; vat: string }>`
    select merchant_id, book_id, currency_code, month::text as month, ppm, fees::text as fees, vat::text as vat from ledger_vat
    where month between date_trunc('month', ${first}::date) and ${last}::date`.execute(trx)
  return new Map(rows.map(({ fees, vat, ...key }) => [keyOf(key), { fees: BigInt(fees), vat: BigInt(vat) }]))
}

/** The VAT of a day; its month goes on from there. */
function vatLine(of: DayOfFees, months: Months) {
  const ppm = vatTreatment(of, of.provider_country) === 'STANDARD' ? of.standard_ppm : 0
  const { merchant_id, book_id, organisation_id, currency_code, day, month } = of
  const before = months.get(keyOf({ ...of, ppm })) ?? { fees: 0n, vat: 0n }
  const fees = before.fees + BigInt(of.fees)
  const total = shareOf(fees, ppm)
  months.set(keyOf({ ...of, ppm }), { fees, vat: total })
  return {
    ...{ merchant_id, book_id, organisation_id, currency_code, day, month, ppm, fees: of.fees },
    vat: String(total - before.vat),
    available_on: addBankingDays(day, of.delay_days),
  }
}
