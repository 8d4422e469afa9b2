import { sql } from 'kysely'

/** How old a difference `d` is, in words of the contract. */
export const ageOfDifference = sql`(case
  when d.created_at > engine_now() - interval '8 days' then 'UP_TO_7'
  when d.created_at > engine_now() - interval '31 days' then 'UP_TO_30'
  when d.created_at > engine_now() - interval '91 days' then 'UP_TO_90' else 'OVER_90' end)`

/**
 * What a difference `d` leaves unexplained, in minor units of its expected currency. Positive: the processor pays less than the
 * ledger expects. Of COST both sides are fees.
 */
export const unexplainedOf = sql`(case d.type when 'COST' then coalesce(d.said, 0) - d.expected
  else d.expected - case d.currency_code when d.expected_currency_code then coalesce(d.said, 0) else 0 end end)`
