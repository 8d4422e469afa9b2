import { beyondBound, isMonthBound, monthBounds } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { feesOfMonth } from '../../pricing/fees-of-month.ts'
import { type AncillaryCharge, type Charged, type ChargedEvents, chargesOf, monthsEnding } from './ancillary-charges.ts'

/**
 * What brings the fees of the months that end with one of these days to their minimum or maximum. It is worked out when all other
 * fees of these days are booked, and is the same whenever it is worked out again, because it does not count itself.
 */
export async function monthBoundCharges(db: Reader, days: Days, { bounds }: ChargedEvents): Promise<AncillaryCharge[]> {
  if (!bounds) return []
  const charged: Charged[] = []
  for (const bound of monthBounds) charged.push(...(await monthsEnding(db, days, bound)))
  if (charged.length === 0) return []
  const fees = await feesOfMonths(db, charged)
  return chargesOf(db, charged, (of, line) =>
    isMonthBound(of.event) ? beyondBound(of.event, fees.get(keyOf(of)) ?? 0n, line.fixed) : 0n,
  )
}

type OfMonth = Pick<Charged, 'merchant_id' | 'currency_code' | 'day'>
const keyOf = ({ merchant_id, currency_code, day }: OfMonth) => [merchant_id, currency_code, day].join(' ')

/** The fees of the months that end on these days, in minor units: of all books of the merchant, but none for the month itself. */
async function feesOfMonths(db: Reader, charged: readonly OfMonth[]): Promise<Map<string, bigint>> {
  const asked = charged.map(({ merchant_id, currency_code, day }) => ({ merchant_id, currency_code, day }))
  const { rows } = await sql<OfMonth & { fees: string }>`
    select a.merchant_id, a.currency_code, a.day::text as day, (${feesOfMonth('a')})::text as fees
    from (select distinct * from json_to_recordset(${JSON.stringify(asked)}) as x(merchant_id uuid, currency_code text, day date)) a`.execute(
    db,
  )
  return new Map(rows.map(({ fees, ...of }) => [keyOf(of), BigInt(fees)]))
}
