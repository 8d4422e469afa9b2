import type { ReplyOf } from '@kontor/contract/endpoint'
import type { transactionTodayEndpoint } from '@kontor/contract/insights/transaction-statistics.endpoints'
import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Exact } from '../platform/sums.ts'
import { dayOf, fromLocal, type Offsets, offsetsOf, startOfDay, toLocal } from '../platform/time/time-zone.ts'
import { understand } from './asked.ts'
import { type Figure, figures } from './figures.ts'
import { byDimension } from './groupings.ts'
import { compare, growthOf, nothing, rangeOf, sumsBy } from './money-figures.ts'
import type { Span } from './periods/span.ts'

type Today = Exact<ReplyOf<typeof transactionTodayEndpoint>>

/** Successful payments of today, compared with the same hours of yesterday and of this weekday a week ago. */
export async function today(trx: Trx, actor: Actor, now: Date): Promise<Today> {
  const offsetAt = offsetsOf(actor.time_zone)
  const ago = (days: number) => hoursOf(now.getTime(), days, offsetAt)
  const spans = { today: ago(0), yesterday: ago(1), week_ago: ago(7) }
  const { business } = await understand(trx, actor, {}, now)
  const found = await figures(trx, { actor, entity: 'transaction', grouping: byDimension('status'), spans, business })
  const succeeded = found.filter(({ key }) => approvedStatuses.some((status) => status === key))
  return {
    time_zone: actor.time_zone,
    today: rangeOf(spans.today),
    yesterday: rangeOf(spans.yesterday),
    week_ago: rangeOf(spans.week_ago),
    statuses: [...approvedStatuses],
    currencies: currenciesOf(succeeded),
  }
}

/** The part of a day, so many days ago, up to the time of day that it is now. It ends with its day at the latest. */
function hoursOf(now: number, days: number, offsetAt: Offsets): Span {
  const day = dayOf(now, offsetAt) - days
  const sameTime = days === 0 ? now : fromLocal(toLocal(now, offsetAt) - days * day_ms, offsetAt)
  return { from: startOfDay(day, offsetAt), to: Math.min(sameTime, startOfDay(day + 1, offsetAt)) }
}

const day_ms = 86_400_000

function currenciesOf(found: readonly Figure[]): Today['currencies'] {
  const of = (name: string) =>
    new Map(
      sumsBy(
        found.filter(({ span }) => span === name),
        ({ currency_code }) => currency_code,
      ),
    )
  const [now, yesterday, weekAgo] = [of('today'), of('yesterday'), of('week_ago')]
  return [...new Set(found.map(({ currency_code }) => currency_code))]
    .map((currency_code) => {
      const [own, before, earlier] = [now, yesterday, weekAgo].map((sums) => sums.get(currency_code) ?? nothing)
      return { currency_code, own: own ?? nothing, before: before ?? nothing, earlier: earlier ?? nothing }
    })
    .sort((one, other) => other.own.count - one.own.count || compare(one.currency_code, other.currency_code))
    .map(({ currency_code, own, before, earlier }) => ({
      currency_code,
      today: own,
      yesterday: { ...before, growth: growthOf(own.volume, before.volume) },
      week_ago: { ...earlier, growth: growthOf(own.volume, earlier.volume) },
    }))
}
