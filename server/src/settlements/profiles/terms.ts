import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import type { Settled } from '../settled.ts'

/** How a book is settled in a currency: by its profile, the package of its merchant, and what holds for everybody. */
export interface Terms {
  profile: string | null
  organisation: string
  schedule: string
  minimum: bigint
  negative: string
  /** The currency of its payouts, where that is another one, and the provider's margin. */
  pay_currency: string | null
  fx_margin_ppm: number
  /** Why payouts wait; null: they do not. */
  hold_reason: string | null
  /** Somebody is mailed of its settlements. */
  is_mailed: boolean
}

/**
 * Of the business day through which it is settled. What came back of a payout in another currency is settled by the profile that paid
 * it, as long as the book has none of that currency.
 */
export async function termsOf(db: Reader, of: Settled, through: string): Promise<Terms> {
  const { merchant_id, book_id, currency_code } = of
  const { rows } = await sql<Omit<Terms, 'minimum'> & { minimum: string }>`${fixed}
    select p.id as profile, coalesce(p.organisation_id, ${merchant_id}) as organisation, t.schedule_id as schedule,
      t.minimum::text as minimum, t.negative, p.hold_reason,
      case when p.currency_code = ${currency_code} then p.pay_currency end as pay_currency, coalesce(p.fx_margin_ppm, 0) as fx_margin_ppm,
      coalesce(cardinality(p.recipients), 0) > 0 as is_mailed
    from settlement_terms(${merchant_id}, ${book_id}, ${currency_code}, ${through}) t
      left join lateral (select * from settlement_profile p
        where p.merchant_id = ${merchant_id} and p.book_id = ${book_id} and ${currency_code} in (p.currency_code, p.pay_currency)
        order by p.currency_code = ${currency_code} desc, p.created_at, p.id limit 1) p on true`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a book without terms')
  return { ...found, minimum: BigInt(found.minimum) }
}
