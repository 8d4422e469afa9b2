import type { Period } from '@kontor/contract/insights/statistics.rules'
import { paidStatuses } from '@kontor/contract/payments/transaction.rules'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, seesWholeMerchant, visibleTo } from '../platform/db/actor.ts'
import { literals } from '../platform/db/literals.ts'
import { type Asked, refuseTooManyPoints } from './asked.ts'
import type { Figure } from './figures.ts'
import { frameOf, inOneCurrency, moneyFrameOf, sumsBy, total } from './money-figures.ts'
import { bucketsOf, comparisonOf } from './periods/periods.ts'
import { type Span, within } from './periods/span.ts'
import { pointsOf } from './series.ts'
import { comparedWith, totalOf } from './totals.ts'

/**
 * Counts customers from an index, always exactly: they are few compared with payments, and only their status changes.
 */
export async function customersPerPeriod(asked: Asked, period: Period) {
  refuseTooManyPoints(asked, period)
  const { span, actor } = asked
  const key =
    period === 'hour'
      ? sql`floor(extract(epoch from customer.created_at))::bigint`
      : sql`floor(extract(epoch from customer.created_at at time zone ${actor.time_zone}) / 86400)::int`
  const points = pointsOf(asked, period, await counted(asked, key, { range: span }))
  return { ...frameOf(asked), period, points: points.map(({ volume: _, ...point }) => point) }
}

export async function customerTotals(asked: Asked, period: Period) {
  refuseTooManyPoints(asked, period)
  const { passed, unfinished, ...others } = comparisonOf(asked.span, period, asked.now, asked.offsetAt)
  const found = await counted(asked, sql`0`, { range: asked.span, ...others })
  const of = (name: string) => total(found.filter(({ span }) => span === name))
  const sums = { range: of('range'), previous: of('previous'), current: of('current'), before: of('previous_current') }
  const periods = bucketsOf(passed, period, asked.offsetAt, asked.now).length
  return {
    ...frameOf(asked),
    ...comparedWith(period, { ...others, unfinished }),
    count: totalOf(sums, 'count', periods),
  }
}

export async function customersByStatus(asked: Asked) {
  const found = await counted(asked, sql`customer.status`, { range: asked.span })
  const items = found.map(({ key, count }) => ({ value: String(key), count }))
  return { ...frameOf(asked), items: items.sort((one, other) => other.count - one.count) }
}

/**
 * Each customer counts in the currency in which it bought most often, which decides its segment (docs/adr/0040). Who
 * sees a part of the merchant sees what was bought there.
 */
export async function customersBySegment(asked: Asked) {
  const { trx, actor, span } = asked
  const whole = seesWholeMerchant(actor)
  const { rows } = await sql<Omit<Figure, 'volume'> & { volume: string }>`
    select 'range' as span, r.segment as key, r.currency_code, count(*) as count, sum(${whole ? sql`r.amount` : sql`coalesce(bought.amount, 0)`})::text as volume
    from customer join customer_rfm r on r.merchant_id = customer.merchant_id and r.customer_id = customer.id
    ${whole ? sql`` : withVisiblePurchases(actor)}
    where ${visibleTo(actor, 'customer')} and ${within(sql`customer.created_at`, span)}
      and customer.erased_at is null and r.segment is not null
    group by r.segment, r.currency_code`.execute(trx)
  const found = await inOneCurrency(
    asked,
    rows.map((row) => ({ ...row, volume: BigInt(row.volume) })),
  )
  const items = sumsBy(found.figures, ({ key }) => String(key), found.convert)
  return {
    ...moneyFrameOf(asked, found),
    items: items.map(([value, sum]) => ({ value, ...sum })).sort((one, other) => other.count - one.count),
  }
}

const withVisiblePurchases = (actor: Actor) => sql`left join (
  select t.merchant_id, t.customer_id, t.currency_code, sum(t.captured_amount - t.refund_reserved) as amount
  from transaction t
  where ${visibleTo(actor, 't')} and t.customer_id is not null and t.captured_amount > t.refund_reserved
    and t.status in (${literals(paidStatuses)})
  group by 1, 2, 3) bought on bought.merchant_id = r.merchant_id and bought.customer_id = r.customer_id
    and bought.currency_code = r.currency_code`

async function counted(
  { trx, actor }: Asked,
  key: RawBuilder<unknown>,
  spans: Readonly<Record<string, Span>>,
): Promise<Figure[]> {
  const parts = Object.entries(spans).map(
    ([name, span]) => sql`select ${sql.lit(name)} as span, ${key} as key from customer
      where ${visibleTo(actor, 'customer')} and ${within(sql`customer.created_at`, span)}`,
  )
  const { rows } = await sql<Omit<Figure, 'volume'>>`
    select span, key, '' as currency_code, count(*) as count
    from (${sql.join(parts, sql` union all `)}) as part group by span, key`.execute(trx)
  return rows.map((row) => ({ ...row, volume: 0n }))
}
