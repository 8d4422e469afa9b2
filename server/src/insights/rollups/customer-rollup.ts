import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/**
 * The sum of every customer over all time, by currency: an upper bound of every range (best-customers.ts). It has no
 * days.
 */
const keys = sql`merchant_id, customer_id, currency_code`

/** The rows with the columns of deltas. */
const everything = sql`(select merchant_id, customer_id, currency_code, 'transaction' as entity, 1 as n, amount from transaction)`

const summed = (source: RawBuilder<unknown>) => sql`
  select ${keys}, sum(n)::bigint as n, sum(amount) as amount from ${source} counted
  where entity = 'transaction' and customer_id is not null
  group by ${keys} having sum(n) <> 0 or sum(amount) <> 0`

/** Adds the deltas that were taken. */
export const addToCustomers = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into statistics_customer as kept (${keys}, n, amount) ${summed(source)} order by ${keys}
  on conflict (${keys}) do update set n = kept.n + excluded.n, amount = kept.amount + excluded.amount`

export const fillCustomers = (): RawBuilder<unknown> =>
  sql`insert into statistics_customer (${keys}, n, amount) ${summed(everything)} order by ${keys}`

/** Customers whose sums plus pending changes differ from the rows. One statement, so all is of one moment. */
export async function differentCustomers(db: Reader, most: number) {
  const { rows } = await sql<Record<string, unknown> & { n: number; amount: string }>`
    select 'statistics_customer' as rollup, ${keys}, sum(n)::bigint as n, sum(amount) as amount from (
      select * from (${summed(everything)}) as expected
      union all
      select ${keys}, -n, -n * amount from statistics_delta where entity = 'transaction' and customer_id is not null
      union all
      select ${keys}, -n, -amount from statistics_customer) as everything
    group by ${keys} having sum(n) <> 0 or sum(amount) <> 0 limit ${most}`.execute(db)
  return rows
}
