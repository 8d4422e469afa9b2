import { gatewayLabels } from '@kontor/contract/processors/processor.entity'
import { Refusal } from '@kontor/contract/refusal'
import {
  comparedStatuses,
  type processorStatistics as processorStatisticsCall,
  succeededStatuses,
} from '@kontor/contract/statistics/processor-statistics.calls'
import type { StatisticsReply } from '@kontor/contract/statistics/statistics-call'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/actor.ts'
import type { Trx } from '../platform/database.ts'
import type { Asked } from './asked.ts'
import { byProcessorAndStatus } from './groupings.ts'
import { growthOf, moneyFigures, moneyFrameOf, processorsOnly, rounded, sumsBy, total } from './money-figures.ts'

type Card = StatisticsReply<typeof processorStatisticsCall>[number]

const day_ms = 24 * 3_600_000

/** Of each active processor what succeeded in the last 24 hours, against the 24 before: so few rows are read themselves. */
export async function turnovers(trx: Trx, actor: Actor, now: Date): Promise<Card[]> {
  const until = now.toISOString()
  const [yesterday, before] = [1, 2].map((days) => new Date(now.getTime() - days * day_ms).toISOString())
  const { rows } = await sql<TurnoverRow>`
    select p.id, p.name, p.gateway, p.payment_product, p.merchant_id as merchant, t.currency_code,
      coalesce(t.last24hours, 0) as last24hours, coalesce(t.count, 0) as count, coalesce(t.yesterday, 0) as yesterday,
      i.base_currency
    from processor p cross join installation i left join (
      select t.processor_id, t.currency_code,
        sum(t.amount) filter (where t.created_at >= ${yesterday})::bigint as last24hours,
        count(*) filter (where t.created_at >= ${yesterday}) as count,
        sum(t.amount) filter (where t.created_at < ${yesterday})::bigint as yesterday
      from transaction t
      where ${visibleTo(actor, 't')} and t.created_at >= ${before} and t.created_at < ${until}
        and t.status = any(${[...succeededStatuses]}::text[])
      group by t.processor_id, t.currency_code) t on t.processor_id = p.id
    where ${visibleTo(actor, 'p')} and p.active
    order by p.name, p.id, t.currency_code <> i.base_currency, t.count desc, t.currency_code`.execute(trx)
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((of) => cardOf(of, until)).sort(highestFirst)
}

interface TurnoverRow extends Pick<Card, 'id' | 'name' | 'gateway' | 'payment_product' | 'merchant'> {
  /** Null: nothing in 48 hours. */
  currency_code: string | null
  last24hours: number
  count: number
  yesterday: number
  base_currency: string
}

/** In the base currency where there is turnover in it, else in the most used one. */
function cardOf(rows: readonly TurnoverRow[], until: string): Card {
  const [first, ...others] = rows.map(({ currency_code, base_currency, last24hours, count, yesterday }) => ({
    currency_code: currency_code ?? base_currency,
    last24hours,
    count,
    yesterday,
    diff: growthOf(last24hours, yesterday),
    sign: last24hours > yesterday ? ('>' as const) : last24hours < yesterday ? ('<' as const) : ('=' as const),
  }))
  const [row] = rows
  if (!row || !first) throw new TypeError('a group has a row')
  const { id, name, gateway, payment_product, merchant } = row
  return {
    id,
    name,
    gateway,
    gatewayLabel: gatewayLabels[gateway] ?? gateway,
    payment_product,
    until,
    merchant,
    ...first,
    others,
  }
}

const highestFirst = (one: Card, other: Card) =>
  other.count - one.count || (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id < other.id ? -1 : 1)

/** Conversion, and count and amount per status, side by side. */
export async function comparison(asked: Asked, ids: readonly string[]) {
  const processors = await visibleProcessors(asked, ids)
  const found = await moneyFigures(asked, 'transaction', byProcessorAndStatus, { range: asked.span }, [
    processorsOnly(ids),
  ])
  return {
    ...moneyFrameOf(asked, found),
    processors: processors.map((processor) => {
      const own = found.figures.filter(({ key }) => String(key).startsWith(`${processor.id}/`))
      const sums = new Map(sumsBy(own, ({ key }) => String(key).split('/')[1]))
      const of = (status: string) => ({ count: sums.get(status)?.count ?? 0, amount: sums.get(status)?.volume ?? 0 })
      const all = total(own)
      const succeeded = succeededStatuses.reduce((sum, status) => sum + of(status).count, 0)
      return {
        ...processor,
        transaction: {
          conversion: all.count === 0 ? null : rounded((succeeded / all.count) * 100),
          status: Object.fromEntries(comparedStatuses.map((status) => [status, of(status)])),
          count: all.count,
          amount: all.volume,
        },
      }
    }),
  }
}

/** In the order in which they were asked for. */
async function visibleProcessors({ trx, actor }: Asked, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('processor')
    .select(['id', 'name', 'payment_product', 'gateway'])
    .where('id', 'in', ids)
    .where(visibleTo(actor, 'processor'))
    .execute()
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Refusal('invalid_request', { 'query.ids': 'not_found' })
    return row
  })
}
