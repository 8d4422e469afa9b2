import { isInstantOrDay } from '@kontor/contract/dates'
import { mostPoints, type Period, periods } from '@kontor/contract/insights/statistics.rules'
import type { Query } from '@kontor/contract/lists/query-string'
import { todayIn, windowStart } from '../platform/list/address/default-window.ts'

/** The content of a dashboard's address, which is the whole state of the dashboard. */
export interface DashboardSearch {
  period: Period
  from: string
  /** Undefined: until now. */
  to: string | undefined
  currency: string | undefined
  /** True: all currencies, converted. */
  isInBase: boolean
}

const own = ['period', 'created_at>', 'created_at<', 'currency_code', 'in_base_currency', 'output']

interface Completed {
  search: Query
  dropped: string[]
  /** The period that was asked for, when the range has too many of it and a longer one is in its place. */
  tooShort: Period | undefined
}

/** The address with its missing parts filled in (000 section 2): period day, and the default date range. */
export function completed(raw: Query, now: Date, timeZone: string): Completed {
  const isOfOne = typeof raw.currency_code === 'string' && isRight('currency_code', raw.currency_code)
  const kept = Object.entries(raw).filter(
    ([key, value]) => own.includes(key) && isRight(key, value) && !(key === 'in_base_currency' && isOfOne),
  )
  const search: Query = Object.fromEntries(kept)
  const dropped = Object.keys(raw).filter((key) => !(key in search))
  const isReversed = textOf(search, 'created_at>') > (textOf(search, 'created_at<') || '9')
  const hasFrom = 'created_at>' in search && !isReversed
  const to = todayIn(now, timeZone)
  const range: Query = hasFrom ? {} : { 'created_at>': windowStart(now, timeZone), 'created_at<': to }
  const whole: Query = { period: 'day', ...search, ...range }
  const asked = searchOf(whole)
  const period = readable(asked, now)
  return { search: { ...whole, period }, dropped, tooShort: period === asked.period ? undefined : asked.period }
}

function isRight(key: string, value: Query[string]): boolean {
  if (typeof value !== 'string') return false
  if (key === 'period') return isPeriod(value)
  if (key === 'in_base_currency') return value === 'true'
  if (key === 'output') return value === 'count' || value === 'volume'
  if (key === 'currency_code') return /^[A-Z]{3}$/.test(value)
  return isInstantOrDay(value)
}

export const isPeriod = (value: string): value is Period => periods.some((period) => period === value)

export function searchOf(search: Query): DashboardSearch {
  const period = textOf(search, 'period')
  return {
    period: isPeriod(period) ? period : 'day',
    from: textOf(search, 'created_at>'),
    to: textOf(search, 'created_at<') || undefined,
    currency: textOf(search, 'currency_code') || undefined,
    isInBase: textOf(search, 'in_base_currency') === 'true',
  }
}

const textOf = (search: Query, key: string): string => {
  const value = search[key]
  return typeof value === 'string' ? value : ''
}

const hoursOf: Readonly<Record<Period, number>> = { hour: 1, day: 24, week: 168, month: 672 }

const pointsOf = (period: Period, hours: number): number => hours / hoursOf[period]

/** The period, or the next longer one if the range has too many points for the statistics. */
function readable(search: DashboardSearch, now: Date): Period {
  const possible = possiblePeriods(search, now)
  return periods.slice(periods.indexOf(search.period)).find((each) => possible.has(each)) ?? 'month'
}

/** The periods of which the range does not have too many for the statistics. */
export function possiblePeriods({ from, to }: DashboardSearch, now: Date): ReadonlySet<Period> {
  const hours = hoursBetween(from, to, now)
  return new Set(periods.filter((each) => pointsOf(each, hours) < mostPoints))
}

/**
 * The period for a newly chosen range: the present one if the line stays readable, with more than one point and fewer
 * than hundreds.
 */
export function periodFor(search: DashboardSearch, now: Date): Period {
  const hours = hoursBetween(search.from, search.to, now)
  const isGood = (period: Period) => pointsOf(period, hours) >= 2 && pointsOf(period, hours) <= 400
  if (isGood(search.period)) return search.period
  // A range of less than two hours can touch two clock hours, so hours give two points.
  if (hours < 2) return 'hour'
  return ['day' as const, 'hour' as const, 'week' as const, 'month' as const].find(isGood) ?? readable(search, now)
}

function hoursBetween(from: string, to: string | undefined, now: Date): number {
  const end = to === undefined ? now.getTime() : Date.parse(to) + (to.length > 10 ? 0 : 86_400_000)
  return Math.max(0, end - Date.parse(from)) / 3_600_000
}
