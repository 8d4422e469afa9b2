import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

export interface ExchangeRate {
  currency_code: string
  /** The day for which the rate was published. */
  day: string
  /** Units for one euro, digit for digit. */
  per_euro: string
  source: string
}

/**
 * The newest rate of each currency on or before a day, if there is one. The euro has none, because rates are units for
 * one euro.
 */
export async function ratesOn(db: Reader, currencies: readonly string[], day: string): Promise<ExchangeRate[]> {
  const { rows } = await sql<ExchangeRate>`
    select wanted.currency_code, newest.day, newest.rate::text as per_euro, newest.source
    from unnest(${[...new Set(currencies)]}::text[]) as wanted(currency_code)
    cross join lateral (
      select day, rate, source from exchange_rate
      where exchange_rate.currency_code = wanted.currency_code and day <= ${day}::date
      order by day desc limit 1) as newest
    order by wanted.currency_code`.execute(db)
  return rows
}
