import { monthEvents } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { writingTransfers } from '../write-transfers.ts'
import { type AncillaryCharge, ancillaryCharges, chargedAtClosing, endsMonth } from './ancillary-charges.ts'
import { monthBoundCharges } from './month-bounds.ts'

/**
 * Books the fees of payouts that the bank carried out on these days, and those of a month that ends with them; then what brings the
 * fees of that month to a minimum or maximum. A day is closed once, so each is booked once. They settle together with what else was
 * booked on their day.
 */
export async function bookAncillaryFees(trx: Trx, days: Days): Promise<void> {
  // Locks merchants that pay for months, so that an activation under way commits first and the trail shows it.
  const charged = await chargedAtClosing(trx)
  if (endsMonth(days.last) && (charged.month || charged.bounds))
    await sql`
      select from merchant m where exists (select from scheme_line l
        where l.version_id = scheme_version_at(m.id, 'REVENUE', ${days.last}::date) and l.event in (${sql.join(monthEvents)}))
      order by m.id for share`.execute(trx)
  await bookCharges(trx, await ancillaryCharges(trx, days, charged))
  await bookCharges(trx, await monthBoundCharges(trx, days, charged))
}

async function bookCharges(trx: Trx, charges: readonly AncillaryCharge[]): Promise<void> {
  const legs = charges.map(({ fee, ...leg }) => ({ ...leg, amount: String(fee) }))
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
