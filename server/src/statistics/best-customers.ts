import type { bestCustomers as bestCustomersCall } from '@kontor/contract/statistics/customer-statistics.calls'
import type { StatisticsReply } from '@kontor/contract/statistics/statistics-call'
import { sql } from 'kysely'
import { visibleTo } from '../platform/actor.ts'
import type { Asked } from './asked.ts'
import { altogether } from './groupings.ts'
import { type MoneyFigures, moneyFigures, moneyFrameOf } from './money-figures.ts'
import { within } from './span.ts'

type Item = StatisticsReply<typeof bestCustomersCall>['items'][number]
type Output = 'count' | 'volume'

/** By the payments that they began in the range: of one currency, or of all with their amounts converted. */
export async function bestCustomers(
  asked: Asked,
  output: Output,
  limit: number,
): Promise<StatisticsReply<typeof bestCustomersCall>> {
  const found = await moneyFigures(asked, 'transaction', altogether)
  const items = await (found.conversion
    ? bestOfAll(asked, found, output, limit)
    : bestIn(asked, found.currency_code, output, limit))
  return { ...moneyFrameOf(asked, found), items }
}

const person = sql`json_build_object('id', customer.id,
  'name', nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), 'city', customer.city,
  'region', customer.region, 'country_code', customer.country_code, 'status', customer.status,
  'organisation', customer.organisation_id, 'merchant', customer.merchant_id) as customer`

const orderOf = (output: Output) =>
  output === 'count' ? ([sql`count`, sql`volume`] as const) : ([sql`volume`, sql`count`] as const)

async function bestIn({ trx, actor, span }: Asked, currency: string, output: Output, limit: number): Promise<Item[]> {
  const [first, second] = orderOf(output)
  const { rows } = await sql<Item>`
    select ${person}, best.volume, best.count
    from (
      select t.merchant_id, t.customer_id, count(*) as count, sum(t.amount)::bigint as volume from transaction t
      where ${visibleTo(actor, 't')} and ${within(sql`t.created_at`, span)} and t.currency_code = ${currency}
        and t.customer_id is not null
      group by t.merchant_id, t.customer_id order by ${first} desc, ${second} desc, t.customer_id limit ${limit}) as best
    join customer on customer.merchant_id = best.merchant_id and customer.id = best.customer_id
    order by best.${first} desc, best.${second} desc, best.customer_id`.execute(trx)
  return rows
}

/**
 * PostgreSQL chooses by a factor per currency, precise far below a cent but not to be added up; the amounts that are shown are
 * converted as everywhere, each currency's total once.
 */
async function bestOfAll(
  { trx, actor, span }: Asked,
  { convert, currencies }: MoneyFigures,
  output: Output,
  limit: number,
): Promise<Item[]> {
  const factors = currencies.map(({ currency_code }) => (convert(precise, currency_code) ?? 0) / precise)
  const [first, second] = orderOf(output)
  const { rows } = await sql<Omit<Item, 'volume'> & { amounts: Record<string, number> }>`
    select ${person}, best.count, best.amounts
    from (
      select merchant_id, customer_id, sum(n)::bigint as count, sum(amount * factor) as volume,
        json_object_agg(currency_code, amount) as amounts
      from (
        select t.merchant_id, t.customer_id, t.currency_code, count(*) as n, sum(t.amount)::bigint as amount from transaction t
        where ${visibleTo(actor, 't')} and ${within(sql`t.created_at`, span)} and t.customer_id is not null
        group by t.merchant_id, t.customer_id, t.currency_code) as own
      join unnest(${currencies.map(({ currency_code }) => currency_code)}::text[], ${factors}::float8[])
        as worth(code, factor) on worth.code = own.currency_code
      group by merchant_id, customer_id order by ${first} desc, ${second} desc, customer_id limit ${limit}) as best
    join customer on customer.merchant_id = best.merchant_id and customer.id = best.customer_id
    order by best.${first} desc, best.${second} desc, best.customer_id`.execute(trx)
  return rows.map(({ amounts, ...row }) => ({
    ...row,
    volume: Object.entries(amounts).reduce((sum, [code, amount]) => sum + (convert(amount, code) ?? 0), 0),
  }))
}

const precise = 1_000_000_000
