import { type RawBuilder, sql } from 'kysely'

/** `merchant_id` and `organisation_id` of rows that are the sum over all merchants. */
export const everyMerchant = '00000000-0000-0000-0000-000000000000'

export interface RollupTable {
  readonly name: 'statistics_hour' | 'statistics_day' | 'statistics_day_cube' | 'statistics_day_processor'
  /** The columns of its key besides merchant and organisation. */
  readonly keys: readonly string[]
  /** The `from` clause that assigns rows of `source` (counted-rows.ts) to keys. */
  readonly from: (source: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** The business day of a row. */
const day = sql`(r.created_at at time zone (select time_zone from installation))::date`

export const hourRollup: RollupTable = {
  name: 'statistics_hour',
  keys: ['entity', 'hour', 'currency_code'],
  from: (source) => sql`select r.merchant_id, r.organisation_id, r.entity,
    floor(extract(epoch from r.created_at) / 3600)::int as hour, r.currency_code, r.n, r.amount from ${source} r`,
}

export const dayRollup: RollupTable = {
  name: 'statistics_day',
  keys: ['entity', 'dimension', 'day', 'value', 'currency_code'],
  from: (source) => sql`select r.merchant_id, r.organisation_id, r.entity, d.dimension, r.day, d.value, r.currency_code,
    r.n, r.amount from (select r.*, ${day} as day from ${source} r) r cross join lateral (values ('all', ''),
      ('status', r.status), ('payment_product', r.payment_product),
      ('payment_product_type', coalesce(r.payment_product_type, '')), ('country_code', coalesce(r.country_code, '')),
      ('platform', coalesce(r.platform, '')), ('browser', coalesce(r.browser, '')), ('visited', r.visited::text)
    ) d(dimension, value) where d.dimension <> 'visited' or r.entity = 'transaction'`,
}

export const cubeRollup: RollupTable = {
  name: 'statistics_day_cube',
  keys: ['entity', 'status', 'payment_product', 'country_code', 'currency_code', 'day'],
  from: (source) => sql`select r.merchant_id, r.organisation_id, r.entity, ${day} as day, r.status, r.payment_product,
    coalesce(r.country_code, '') as country_code, r.currency_code, r.n, r.amount from ${source} r`,
}

export const processorRollup: RollupTable = {
  name: 'statistics_day_processor',
  keys: ['entity', 'processor_id', 'day', 'status', 'currency_code'],
  from: (source) => sql`select r.merchant_id, r.organisation_id, r.entity, r.processor_id, ${day} as day, r.status,
    r.currency_code, r.n, r.amount from ${source} r where r.processor_id is not null`,
}

export const rollupTables = [hourRollup, dayRollup, cubeRollup, processorRollup] as const

/**
 * Adds `source` to a roll-up, always in the order of its key: two writers then wait for each other without a deadlock.
 */
export function addTo(table: RollupTable, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = columns(table.keys)
  return sql`
    ${insertInto(table, source)}
    on conflict (merchant_id, ${keys}, organisation_id)
      do update set n = kept.n + excluded.n, amount = kept.amount + excluded.amount`
}

/** The same for keys without rows; rows that are read together are then stored together. */
export function insertInto(table: RollupTable, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = columns(table.keys)
  const of = sql`merchant_id, organisation_id, ${keys}`
  return sql`
    insert into ${sql.table(table.name)} as kept (${of}, n, amount)
    with own as (
      select ${of}, sum(n)::bigint as n, sum(amount) as amount from (${table.from(source)}) as counted
      group by ${of}),
    everything as (
      select * from own
      union all
      select ${everyMerchant}::uuid, ${everyMerchant}::uuid, ${keys}, sum(n)::bigint, sum(amount) from own
      group by ${keys})
    select * from everything where (n <> 0 or amount <> 0) order by merchant_id, ${keys}, organisation_id`
}

export const columns = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))
