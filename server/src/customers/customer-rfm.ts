import { frequencyPurchases, recencyDays, segmentGrid } from '@kontor/contract/customers/customer.rules'
import { paidStatuses } from '@kontor/contract/payments/transaction.rules'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '../platform/db/literals.ts'

/**
 * Purchases of customers, and the scores and segments derived from them (docs/adr/0040). Three statements that run in
 * this order. The first and the last concern the customers that `of` selects by merchant and id; the second concerns
 * whole merchants.
 */

/** Selects customers: a condition on `merchant_id` and `customer_id` of the given table or alias. */
export type Of = (alias: string) => RawBuilder<boolean>

export const everybody: Of = () => sql`true`
export const these = (keys: readonly { merchant_id: string; customer_id: string }[]): Of => {
  const merchants = keys.map(({ merchant_id }) => merchant_id)
  const customers = keys.map(({ customer_id }) => customer_id)
  return (alias) => sql`(${sql.ref(`${alias}.merchant_id`)}, ${sql.ref(`${alias}.customer_id`)}) in
    (select * from unnest(${merchants}::uuid[], ${customers}::uuid[]))`
}

/** Counts purchases: captured payments that were not refunded in full. Erased customers are left out. */
export const measure = (of: Of, now: Date) => sql`
  with bought as (
    select t.merchant_id, t.customer_id, t.currency_code, count(*)::int as purchases, max(t.created_at) as last_purchase_at,
      -- Sums beyond the largest bigint rank alike, and count as that one in the figures of a segment.
      least(sum(t.captured_amount - t.refund_reserved), 9223372036854775807)::bigint as amount
    from transaction t
    where t.customer_id is not null and ${of('t')} and t.captured_amount > t.refund_reserved
      and t.status in (${literals(paidStatuses)})
    group by 1, 2, 3),
  measured as (
    select distinct on (b.merchant_id, b.customer_id) b.merchant_id, b.customer_id, b.currency_code, b.amount,
      (sum(b.purchases) over whole)::int as purchases, max(b.last_purchase_at) over whole as last_purchase_at
    from bought b
    join customer c on c.merchant_id = b.merchant_id and c.id = b.customer_id and c.erased_at is null
    window whole as (partition by b.merchant_id, b.customer_id)
    order by b.merchant_id, b.customer_id, b.purchases desc, b.currency_code)
  insert into customer_rfm as r (merchant_id, customer_id, last_purchase_at, purchases, currency_code, amount, changed_at)
    select merchant_id, customer_id, last_purchase_at, purchases, currency_code, amount, ${now.toISOString()}::timestamptz
    from measured
  on conflict (merchant_id, customer_id) do update set last_purchase_at = excluded.last_purchase_at,
    purchases = excluded.purchases, currency_code = excluded.currency_code, amount = excluded.amount,
    changed_at = excluded.changed_at`

/** Removes the figures of customers whose last purchase was refunded: they have bought nothing. */
export const forgetWithoutPurchase = (of: Of) => sql`
  delete from customer_rfm r where ${of('r')} and not exists (
    select from transaction t where t.merchant_id = r.merchant_id and t.customer_id = r.customer_id
      and t.captured_amount > t.refund_reserved and t.status in (${literals(paidStatuses)}))`

/** Divides the customers of a merchant into fifths, by their spending in a currency. */
export const makeScales = (condition: RawBuilder<boolean>, now: Date) => sql`
  insert into customer_rfm_scale as s (merchant_id, currency_code, breaks, made_at)
    select r.merchant_id, r.currency_code,
      percentile_disc(array[0.2, 0.4, 0.6, 0.8]) within group (order by r.amount), ${now.toISOString()}::timestamptz
    from customer_rfm r where ${condition} group by r.merchant_id, r.currency_code
  on conflict (merchant_id, currency_code) do update set breaks = excluded.breaks, made_at = excluded.made_at`

export const score = (of: Of, now: Date) => sql`
  update customer_rfm r set recency = x.recency, frequency = x.frequency, monetary = x.monetary, segment = x.segment,
    ages_at = x.ages_at
  from (
    select c.merchant_id, c.customer_id, recent.recency, frequent.frequency, spent.monetary, recent.ages_at,
      (${segmentGrid}::text[])[recent.recency][(frequent.frequency + spent.monetary) / 2] as segment
    from customer_rfm c
    join customer_rfm_scale s on s.merchant_id = c.merchant_id and s.currency_code = c.currency_code
    cross join lateral (
      select (1 + count(*))::smallint as recency, min(until) as ages_at
      from (select c.last_purchase_at + make_interval(days => d) as until from unnest(${[...recencyDays]}::int[]) d) later
      where ${now.toISOString()}::timestamptz < until) recent
    cross join lateral (
      select (1 + count(*))::smallint as frequency from unnest(${[...frequencyPurchases]}::int[]) least
      where c.purchases >= least) frequent
    cross join lateral (
      select (1 + count(*))::smallint as monetary from unnest(s.breaks) break where break < c.amount) spent
    where ${of('c')}) x
  where r.merchant_id = x.merchant_id and r.customer_id = x.customer_id
    and (r.recency, r.frequency, r.monetary, r.segment, r.ages_at)
      is distinct from (x.recency, x.frequency, x.monetary, x.segment, x.ages_at)`
