import type { ReplyOf } from '@kontor/contract/endpoint'
import type { bestCustomersEndpoint as bestCustomersCall } from '@kontor/contract/insights/customer-statistics.endpoints'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Exact } from '../platform/sums.ts'
import type { Asked } from './asked.ts'
import { type BestBy, bestConverted, person } from './best-converted.ts'
import { altogether } from './groupings.ts'
import { type MoneyFigures, moneyFigures, moneyFrameOf } from './money-figures.ts'
import { type Span, within } from './periods/span.ts'

/**
 * Below this number of payments all are read: it is quick, and in a short range too many customers are close to the
 * best.
 */
const quicklyRead = 50_000

type Reply = Exact<ReplyOf<typeof bestCustomersCall>>
type Item = ReplyOf<typeof bestCustomersCall>['items'][number]
/** The row as it is read: sums of any size are text. */
type Row = Omit<Item, 'volume'> & { volume: string }

/**
 * The best customers by the payments that they began in the range: in one currency, or in all with converted amounts.
 */
export async function bestCustomers(asked: Asked, output: BestBy, limit: number): Promise<Reply> {
  const found = await moneyFigures(asked, 'transaction', altogether)
  const items = await (found.conversion
    ? bestConverted(asked, found, output, limit)
    : best(asked, found, output, limit))
  return { ...moneyFrameOf(asked, found), items }
}

async function best(
  asked: Asked,
  { currency_code, currencies }: MoneyFigures,
  output: BestBy,
  limit: number,
): Promise<Reply['items']> {
  const payments = currencies.find((one) => one.currency_code === currency_code)?.count ?? 0
  const question = { actor: asked.actor, span: asked.span, currency_code, output, limit }
  // Following a customer through the months costs as much as reading a hundred payments in a row.
  const most = Math.floor(payments / 100)
  const items = payments < quicklyRead ? undefined : await amongCandidates(asked, { ...question, most })
  return items ?? amongAll(asked, question)
}

interface Ranking {
  actor: Actor
  span: Span
  currency_code: string
  output: BestBy
  limit: number
}

async function amongAll({ trx }: Asked, ranking: Ranking): Promise<Reply['items']> {
  return (await allStatement(ranking).execute(trx)).rows.map(withVolume)
}

/** Undefined: there are too many candidates. */
async function amongCandidates(
  { trx }: Asked,
  ranking: Ranking & { most: number },
): Promise<Reply['items'] | undefined> {
  const { rows } = await candidatesStatement(ranking).execute(trx)
  return rows[0]?.items?.map(withVolume)
}

const withVolume = (row: Row) => ({ ...row, volume: BigInt(row.volume) })

/** The SQL that reads every payment of the range. */
export function allStatement(ranking: Ranking): RawBuilder<Row> {
  return sql`
    select ${item} from (
      select t.merchant_id, t.customer_id, ${sums} from transaction t
      where ${countedIn(ranking)} and t.customer_id is not null
      group by t.merchant_id, t.customer_id order by ${orderOf(ranking)} limit ${ranking.limit}) as best
    ${withCustomer} order by ${orderOf(ranking, 'best.')}`
}

/**
 * The SQL that reads only the payments of candidates. First it measures the customers with the largest sums of all
 * time. Nobody has more in a range than in all time, so the other candidates are those whose sum of all time reaches
 * the last measured one, and those with pending changes. One statement, so that sums and payments are of one moment.
 * Null: more than `most` candidates.
 */
export function candidatesStatement(ranking: Ranking & { most: number }): RawBuilder<{ items: Row[] | null }> {
  const { actor, currency_code, output, limit, most } = ranking
  const bound = output === 'count' ? sql`s.n` : sql`s.amount`
  const figure = sql.ref(output)
  const few = sql.lit(limit * 2)
  const enough = sql.lit(most + 1)
  // The customers who were measured first may be among them.
  const enoughBesides = sql.lit(most + 1 + limit * 2)
  const perMerchant = (condition: RawBuilder<SqlBool>, limit: RawBuilder<unknown>) => sql`
    (select m.id as own from merchant m where ${ofMerchant(actor, 'm.id')}) as merchants cross join lateral (
      select s.merchant_id, s.customer_id, ${bound} as bound from statistics_customer s
      where s.merchant_id = own and s.currency_code = ${currency_code} and ${condition} order by ${bound} desc limit ${limit}) s`
  return sql`
    with first as materialized (
      select merchant_id, customer_id from ${perMerchant(sql`true`, few)} order by bound desc limit ${few}),
    measured as materialized (select ${measured} from first who ${measuring(ranking)}),
    least as materialized (
      select min(last) as bound from (
        select ${figure} as last from measured order by ${figure} desc offset ${sql.lit(limit - 1)} limit 1) as kth),
    others as materialized (
      select merchant_id, customer_id from (
        select merchant_id, customer_id
        from ${perMerchant(sql<SqlBool>`${bound} >= coalesce((select least.bound from least), 0)`, enoughBesides)}
        union
        select d.merchant_id, d.customer_id from statistics_delta d
        where d.entity = 'transaction' and d.customer_id is not null and d.currency_code = ${currency_code}
          and ${visibleTo(actor, 'd')}) as possible
      where (merchant_id, customer_id) not in (select merchant_id, customer_id from first) limit ${enough}),
    best as (
      select * from (
        select * from measured
        union all
        select ${measured} from (select * from others where (select count(*) from others) <= ${sql.lit(most)}) as who
        ${measuring(ranking)}
      ) as every where count > 0 order by ${orderOf(ranking, '')} limit ${limit})
    select case when (select count(*) from others) <= ${sql.lit(most)} then coalesce((
      select json_agg(row_to_json(items)) from (
        select ${item} from best ${withCustomer} order by ${orderOf(ranking, 'best.')}) as items), '[]') end as items`
}

const measured = sql`who.merchant_id, who.customer_id, own.count, own.volume`

/** The count and volume in the range of each customer before it. */
const measuring = (ranking: Ranking) => sql`cross join lateral (
  select ${sums} from transaction t
  where t.merchant_id = who.merchant_id and t.customer_id = who.customer_id and ${countedIn(ranking)}) as own`

const sums = sql`count(*) as count, coalesce(sum(t.amount), 0) as volume`

const countedIn = ({ actor, span, currency_code }: Ranking) =>
  sql`${visibleTo(actor, 't')} and ${within(sql`t.created_at`, span)} and t.currency_code = ${currency_code}`

function orderOf({ output }: Ranking, of = ''): RawBuilder<unknown> {
  const [first, second] = (output === 'count' ? ['count', 'volume'] : ['volume', 'count']).map((name) =>
    sql.raw(of + name),
  )
  return sql`${first} desc, ${second} desc, ${sql.raw(of)}customer_id`
}

const ofMerchant = ({ scope }: Actor, id: string): RawBuilder<SqlBool> =>
  scope.merchant === null ? sql`true` : sql`${sql.ref(id)} = ${scope.merchant}`

const item = sql`${person}, best.volume::text as volume, best.count`
const withCustomer = sql`join customer on customer.merchant_id = best.merchant_id and customer.id = best.customer_id`
