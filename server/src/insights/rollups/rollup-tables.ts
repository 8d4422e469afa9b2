import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { NIL } from 'uuid'

/** `merchant_id` and `organisation_id` of rows that are the sum over all merchants. */
export const everyMerchant = NIL

export interface RollupTable {
  readonly name: 'statistics_hour' | 'statistics_day' | 'statistics_day_cube' | 'statistics_day_processor'
  /** The columns of its key besides merchant and organisation. */
  readonly keys: readonly string[]
  /** The columns that are added up: the counts and the amounts. */
  readonly counts: readonly string[]
  readonly amounts: readonly string[]
  /** The `from` clause that assigns rows of `source` (counted-rows.ts) to keys. */
  readonly from: (source: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** The business day of a row. */
const day = sql`(r.created_at at time zone (select time_zone from installation))::date`

const justSums = { counts: ['n'], amounts: ['amount'] } as const

/** It also has what is counted of an hour from its quarter and its half on: where hours of other zones begin. */
export const hourRollup: RollupTable = {
  name: 'statistics_hour',
  keys: ['entity', 'hour', 'currency_code'],
  counts: ['n', 'n_15', 'n_30'],
  amounts: ['amount', 'amount_15', 'amount_30'],
  from: (
    source,
  ) => sql`select r.merchant_id, r.organisation_id, r.entity, (r.second / 3600)::int as hour, r.currency_code,
    r.n, case when r.second % 3600 >= 900 then r.n else 0 end as n_15, case when r.second % 3600 >= 1800 then r.n else 0 end as n_30,
    r.amount, case when r.second % 3600 >= 900 then r.amount else 0 end as amount_15,
    case when r.second % 3600 >= 1800 then r.amount else 0 end as amount_30
    from (select r.*, floor(extract(epoch from r.created_at))::bigint as second from ${source} r) r`,
}

export const dayRollup: RollupTable = {
  name: 'statistics_day',
  ...justSums,
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
  ...justSums,
  keys: ['entity', 'status', 'payment_product', 'country_code', 'currency_code', 'day'],
  from: (source) => sql`select r.merchant_id, r.organisation_id, r.entity, ${day} as day, r.status, r.payment_product,
    coalesce(r.country_code, '') as country_code, r.currency_code, r.n, r.amount from ${source} r`,
}

export const processorRollup: RollupTable = {
  name: 'statistics_day_processor',
  ...justSums,
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
      do update set ${sql.join(sumsOf(table).map((name) => sql`${sql.ref(name)} = ${sql.ref(`kept.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`
}

/** The same for keys without rows; rows that are read together are then stored together. */
export function insertInto(table: RollupTable, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = columns(table.keys)
  const of = sql`merchant_id, organisation_id, ${keys}`
  const all = sql`${everyMerchant}::uuid, ${everyMerchant}::uuid, ${keys}`
  return sql`
    insert into ${sql.table(table.name)} as kept (${of}, ${columns(sumsOf(table))})
    with own as (
      select ${of}, ${added(table)} from (${table.from(source)}) as counted group by ${of}),
    everything as (
      select * from own
      union all
      select ${all}, ${added(table)} from own group by ${keys})
    select * from everything where ${isSomething(table)} order by merchant_id, ${keys}, organisation_id`
}

export const sumsOf = ({ counts, amounts }: RollupTable): readonly string[] => [...counts, ...amounts]

/** The sums of a roll-up, added up under their own names. */
export const added = ({ counts, amounts }: RollupTable): RawBuilder<unknown> =>
  sql.join([
    ...counts.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
    ...amounts.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`),
  ])

export const isSomething = (table: RollupTable): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    sumsOf(table).map((name) => sql`${sql.ref(name)} <> 0`),
    sql` or `,
  )})`

export const columns = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))
