import type { Period } from '@kontor/contract/insights/statistics.rules'
import type { Offsets } from '../platform/time/time-zone.ts'
import { type Asked, refuseTooManyPoints } from './asked.ts'
import { asItIs, type Convert } from './conversion.ts'
import type { Figure, Grouping } from './figures.ts'
import { byBusinessDay, byHour, byLocalDay } from './groupings.ts'
import { moneyFigures, moneyFrameOf, nothing, rangeOf, sumsBy } from './money-figures.ts'
import { bucketsOf, firstDay, nameOf, startOfPeriod } from './periods/periods.ts'
import { dateOf } from './periods/span.ts'
import type { CountedEntity } from './rollups/counted-rows.ts'

/** Volume and count of each period of the range. */
export async function series(asked: Asked, entity: CountedEntity, period: Period) {
  refuseTooManyPoints(asked, period)
  const found = await moneyFigures(asked, entity, groupingOf(asked, period))
  const points = pointsOf(asked, period, found.figures, found.convert)
  return { ...moneyFrameOf(asked, found), period, points }
}

/** The grouping of a series. Days of the business zone exist as roll-ups; other periods are built from hours. */
function groupingOf({ actor, offsetAt, span, business_zone }: Asked, period: Period): Grouping {
  if (period === 'hour') return byHour(offsetAt, [span])
  const by = actor.time_zone === business_zone ? byBusinessDay : byLocalDay
  return by(actor.time_zone, offsetAt, [span])
}

/** The figures, keyed by seconds within hours or by days since 1970, added up by period. */
export function pointsOf(
  { span, offsetAt, now }: Asked,
  period: Period,
  all: readonly Figure[],
  convert: Convert = asItIs,
) {
  const sums = new Map(sumsBy(all, ({ key }) => nameOfKey(Number(key), period, offsetAt), convert))
  return bucketsOf(span, period, offsetAt, now).map((bucket) => ({
    period: bucket.period,
    ...rangeOf(bucket),
    unfinished: bucket.unfinished,
    ...(sums.get(bucket.period) ?? nothing),
  }))
}

const nameOfKey = (key: number, period: Period, offsetAt: Offsets): string =>
  period === 'hour'
    ? nameOf(startOfPeriod(key * 1000, period, offsetAt), period, offsetAt)
    : dateOf(firstDay(key, period))
