import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import type { Settled } from '../settled.ts'
import { settlingProfile } from './settling-profile.ts'

/** How a book is settled in a currency: by its profile, the package of its merchant, and what holds for everybody. */
export interface Terms {
  profile: string | null
  organisation: string
  schedule: string
  minimum: bigint
  negative: string
  /** The currency of its payouts, where that is another one, and the provider's margin. */
  payout_currency_code: string | null
  fx_margin_ppm: number
  /** Why payouts wait; null: they do not. */
  hold_reason: string | null
  /** Somebody is mailed of its settlements. */
  is_mailed: boolean
}

/**
 * Of the business day through which it is settled. What came back of a payout in another currency is settled by the profile that paid
 * it, as long as the book has none of that currency: on its days, and without a minimum, which is of the other currency.
 */
export async function termsOf(db: Reader, of: Settled, through: string): Promise<Terms> {
  const { merchant_id, book_id, currency_code } = of
  const { rows } = await sql<Omit<Terms, 'minimum'> & { minimum: string }>`${fixed}
    select p.id as profile, coalesce(p.organisation_id, b.merchant_id) as organisation, coalesce(p.schedule_id, t.schedule_id) as schedule,
      (case when p.payout_currency_code = b.currency_code then 0 else t.minimum end)::text as minimum,
      coalesce(p.negative, t.negative) as negative, p.hold_reason,
      case when p.currency_code = b.currency_code then p.payout_currency_code end as payout_currency_code, coalesce(p.fx_margin_ppm, 0) as fx_margin_ppm,
      coalesce(cardinality(p.recipients), 0) > 0 as is_mailed
    from (select ${merchant_id}::uuid as merchant_id, ${book_id}::uuid as book_id, ${currency_code}::text as currency_code) b
      cross join lateral settlement_terms(b.merchant_id, b.book_id, b.currency_code, ${through}) t
      left join lateral ${settlingProfile} p on true`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a book without terms')
  return { ...found, minimum: BigInt(found.minimum) }
}
