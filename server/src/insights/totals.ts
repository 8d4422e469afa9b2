import type { Period } from '@kontor/contract/insights/statistics.rules'
import { divideHalfUp } from '../exchange-rates/convert.ts'
import { type Asked, refuseTooManyPoints } from './asked.ts'
import { altogether } from './groupings.ts'
import { growthOf, moneyFigures, moneyFrameOf, rangeOf, rounded, type Sum, total } from './money-figures.ts'
import { bucketsOf, type Comparison, comparisonOf } from './periods/periods.ts'
import type { CountedEntity } from './rollups/counted-rows.ts'

/** Totals of the range, compared with the previous range. */
export async function totals(asked: Asked, entity: CountedEntity, period: Period) {
  refuseTooManyPoints(asked, period)
  const { passed, unfinished, ...others } = comparisonOf(asked.span, period, asked.now, asked.offsetAt)
  const found = await moneyFigures(asked, entity, altogether, { range: asked.span, ...others })
  const of = (name: string) =>
    total(
      found.figures.filter(({ span }) => span === name),
      found.convert,
    )
  const sums = { range: of('range'), previous: of('previous'), current: of('current'), before: of('previous_current') }
  const periods = bucketsOf(passed, period, asked.offsetAt, asked.now).length
  return {
    ...moneyFrameOf(asked, found),
    ...comparedWith(period, { ...others, unfinished }),
    count: totalOf(sums, 'count', periods),
    volume: found.conversion?.without_rate.length
      ? withoutGrowth(totalOf(sums, 'volume', periods))
      : totalOf(sums, 'volume', periods),
  }
}

/** If amounts are left out in one of the ranges, the rest cannot be compared. */
const withoutGrowth = <T extends object>(of: T) => ({ ...of, growth: { average: null, total: null, current: null } })

export const comparedWith = (
  period: Period,
  { previous, current, unfinished, previous_current }: Omit<Comparison, 'passed'>,
) => ({
  period,
  previous: rangeOf(previous),
  current: { ...rangeOf(current), unfinished },
  previous_current: rangeOf(previous_current),
})

interface Sums {
  range: Sum
  previous: Sum
  current: Sum
  before: Sum
}

export function totalOf<K extends keyof Sum>(sums: Sums, of: K, periods: number) {
  const [range, previous, current, before] = [sums.range[of], sums.previous[of], sums.current[of], sums.before[of]]
  return {
    // Minor units have no fractions.
    average: typeof range === 'bigint' ? divideHalfUp(range, BigInt(periods)) : rounded(Number(range) / periods),
    total: range,
    current,
    growth: {
      // The previous range has the same number of periods, so the growth of the average is that of the total.
      average: growthOf(range, previous),
      total: growthOf(range, previous),
      current: growthOf(current, before),
    },
  }
}
