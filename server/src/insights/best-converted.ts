import type { ReplyOf } from '@kontor/contract/endpoint'
import type { bestCustomersEndpoint } from '@kontor/contract/insights/customer-statistics.endpoints'
import { sql } from 'kysely'
import { visibleTo } from '../platform/db/actor.ts'
import type { Exact } from '../platform/sums.ts'
import type { Asked } from './asked.ts'
import type { MoneyFigures } from './money-figures.ts'
import { within } from './periods/span.ts'

export type BestBy = 'count' | 'volume'
type Item = Exact<ReplyOf<typeof bestCustomersEndpoint>>['items'][number]

/** SQL of the customer of a row, in the form of the answers. */
export const person = sql`json_build_object('id', customer.id,
  'name', nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), 'city', customer.city,
  'region', customer.region, 'country_code', customer.country_code, 'status', customer.status,
  'organisation', customer.organisation_id, 'merchant', customer.merchant_id) as customer`

/**
 * The best customers by amounts of all currencies. PostgreSQL ranks them by a factor per currency, which is precise far
 * below a cent but not exact enough for sums. The shown amounts are converted like all others: the total of each
 * currency once.
 */
export async function bestConverted(
  { trx, actor, span }: Asked,
  { convert, currencies }: MoneyFigures,
  output: BestBy,
  limit: number,
): Promise<Item[]> {
  const factors = currencies.map(({ currency_code }) => Number(convert(precise, currency_code) ?? 0n) / Number(precise))
  const [first, second] = output === 'count' ? [sql`count`, sql`volume`] : [sql`volume`, sql`count`]
  const { rows } = await sql<Omit<Item, 'volume'> & { amounts: Record<string, string> }>`
    select ${person}, best.count, best.amounts
    from (
      select merchant_id, customer_id, sum(n)::bigint as count, sum(amount * factor) as volume,
        json_object_agg(currency_code, amount::text) as amounts
      from (
        select t.merchant_id, t.customer_id, t.currency_code, count(*) as n, sum(t.amount) as amount from transaction t
        where ${visibleTo(actor, 't')} and ${within(sql`t.created_at`, span)} and t.customer_id is not null
        group by t.merchant_id, t.customer_id, t.currency_code) as own
      join unnest(${currencies.map(({ currency_code }) => currency_code)}::text[], ${factors}::float8[])
        as worth(code, factor) on worth.code = own.currency_code
      group by merchant_id, customer_id order by ${first} desc, ${second} desc, customer_id limit ${limit}) as best
    join customer on customer.merchant_id = best.merchant_id and customer.id = best.customer_id
    order by best.${first} desc, best.${second} desc, best.customer_id`.execute(trx)
  return rows.map(({ amounts, ...row }) => ({
    ...row,
    volume: Object.entries(amounts).reduce((sum, [code, amount]) => sum + (convert(BigInt(amount), code) ?? 0n), 0n),
  }))
}

const precise = 1_000_000_000n
