import { type RawBuilder, sql } from 'kysely'

/** The entities in the roll-ups. A chargeback and a refund count with their payment's properties, at their own time. */
export const countedEntities = ['transaction', 'refund', 'chargeback'] as const
export type CountedEntity = (typeof countedEntities)[number]

/** The rows themselves with the columns of a delta; n is 1. */
export function countedRows(entity: CountedEntity): RawBuilder<unknown> {
  if (entity === 'transaction')
    return sql`(select t.merchant_id, t.organisation_id, 'transaction' as entity, t.created_at, t.status, t.visited,
      t.payment_product, t.payment_product_type, t.country_code, t.processor_id, t.platform, t.browser, t.currency_code,
      1::bigint as n, t.amount from transaction t)`
  return sql`(select x.merchant_id, x.organisation_id, ${sql.lit(entity)} as entity, x.created_at, x.status, 0 as visited,
    t.payment_product, t.payment_product_type, t.country_code, x.processor_id, t.platform, t.browser, t.currency_code,
    1::bigint as n, x.amount from ${sql.table(entity)} x join transaction t on t.merchant_id = x.merchant_id
      and t.created_at = x.transaction_created_at and t.id = x.transaction_id)`
}

/** Changes that are not in the roll-ups yet; a row that left its place counts negative. */
export const pendingRows: RawBuilder<unknown> = sql`(select merchant_id, organisation_id, entity, created_at, status, visited,
  payment_product, payment_product_type, country_code, processor_id, platform, browser, currency_code, n::bigint as n,
  n * amount as amount from statistics_delta)`

/**
 * Changes that the roll-ups could not take, where only numbers are asked for: an amount may be the reason, and would be one here
 * as well.
 */
export const asideRows: RawBuilder<unknown> = sql`(select d.merchant_id, d.organisation_id, d.entity, d.created_at, d.status, d.visited,
  d.payment_product, d.payment_product_type, d.country_code, d.processor_id, d.platform, d.browser, d.currency_code,
  d.n::bigint as n, 0::bigint as amount
  from statistics_delta_aside a cross join lateral jsonb_populate_record(null::statistics_delta, a.delta) d)`
