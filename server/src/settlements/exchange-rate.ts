import { type RawBuilder, sql } from 'kysely'

/**
 * The rates by which the payout of a settlement `s` was exchanged, digit for digit as published: `EUR/GBP 0.8500`, pounds for one euro. Null: it was not.
 */
export const exchangeRate: RawBuilder<string | null> = sql`nullif(concat_ws(', ',
  case when s.currency_code <> 'EUR' then 'EUR/' || s.currency_code || ' ' || s.sold_per_euro end,
  case when s.payout_currency_code <> 'EUR' then 'EUR/' || s.payout_currency_code || ' ' || s.bought_per_euro end), '')`
