import type { Period } from '@kontor/contract/insights/statistics.rules'
import { dayOf, fromLocal, type Offsets, startOfDay, toLocal } from '../../platform/time/time-zone.ts'
import { dateOf, type Span } from './span.ts'

const quarter = 900_000
const hour = 4 * quarter
const day = 24 * hour

/** A period of a chart, within its range. */
export interface Bucket extends Span {
  /** The name of the period: its first day, or for an hour its first instant. */
  readonly period: string
  /** True of the period in which it is now. */
  readonly unfinished: boolean
}

/** All periods of the range; the range may cut the first and the last short. */
export function bucketsOf(span: Span, period: Period, offsetAt: Offsets, now: number): Bucket[] {
  const buckets: Bucket[] = []
  for (let start = startOfPeriod(span.from, period, offsetAt); start < span.to; ) {
    const end = nextPeriod(start, period, offsetAt)
    const { from, to } = { from: Math.max(start, span.from), to: Math.min(end, span.to) }
    const unfinished = start <= now && now < end
    buckets.push({ period: nameOf(start, period, offsetAt), from, to, unfinished })
    start = end
  }
  return buckets
}

/** The name of a period in points: `2026-10-01`, or for an hour its first instant. */
export function nameOf(start: number, period: Period, offsetAt: Offsets): string {
  return period === 'hour' ? new Date(start).toISOString() : dateOf(dayOf(start, offsetAt))
}

export function startOfPeriod(instant: number, period: Period, offsetAt: Offsets): number {
  if (period === 'hour') return startOfHour(instant, offsetAt)
  return startOfDay(firstDay(dayOf(instant, offsetAt), period), offsetAt)
}

export function nextPeriod(start: number, period: Period, offsetAt: Offsets): number {
  if (period === 'hour') return start - sinceHour(start, offsetAt) + hour
  const first = dayOf(start, offsetAt)
  const longest = { day: 1, week: 7, month: 31 }[period]
  return startOfDay(firstDay(first + longest, period), offsetAt)
}

/** The local hour of an instant begins when its clock showed it, or when the clock was moved into it. */
function startOfHour(instant: number, offsetAt: Offsets): number {
  let start = instant - sinceHour(instant, offsetAt)
  while (offsetAt(start) !== offsetAt(instant)) start = Math.floor(start / quarter) * quarter + quarter
  return start
}

/** Milliseconds since the clock showed a whole hour. */
const sinceHour = (instant: number, offsetAt: Offsets) => modulo(toLocal(instant, offsetAt), hour)

/** The first day of the week or month around a day, in days since 1970. Weeks begin on Monday. */
export function firstDay(dayNumber: number, period: Exclude<Period, 'hour'>): number {
  if (period === 'day') return dayNumber
  if (period === 'week') return dayNumber - modulo(dayNumber + 3, 7)
  const date = new Date(dayNumber * day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / day
}

/** The weekday of a day since 1970: Monday is 1, and day 0 was a Thursday. */
export const weekdayOf = (dayNumber: number): number => modulo(dayNumber + 3, 7) + 1

const modulo = (number: number, by: number) => ((number % by) + by) % by

/** The spans with which the figures of a range are compared. */
export interface Comparison {
  /** The part of the range that has passed. */
  passed: Span
  /** The same part of the previous range. */
  previous: Span
  /** The part of the range's last period that has passed. */
  current: Span
  /** True when the current period goes on. */
  unfinished: boolean
  /** The same part of the previous period. */
  previous_current: Span
}

export function comparisonOf(span: Span, period: Period, now: number, offsetAt: Offsets): Comparison {
  const passed = { from: span.from, to: span.from < now ? Math.min(span.to, now) : span.to }
  const start = startOfPeriod(passed.to - 1, period, offsetAt)
  const current = { from: Math.max(start, passed.from), to: passed.to }
  const before = startOfPeriod(start - 1, period, offsetAt)
  const shift = toLocal(start, offsetAt) - toLocal(before, offsetAt)
  const earlier = (instant: number) =>
    Math.min(start, period === 'hour' ? instant - hour : fromLocal(toLocal(instant, offsetAt) - shift, offsetAt))
  return {
    passed,
    previous: previousOf(span, passed, offsetAt),
    current,
    unfinished: span.from < now && passed.to <= now && now < nextPeriod(start, period, offsetAt),
    previous_current: { from: earlier(current.from), to: earlier(current.to) },
  }
}

/** The previous range. Whole days move by days, whatever their length; any other range moves by its own length. */
function previousOf(span: Span, passed: Span, offsetAt: Offsets): Span {
  const first = dayOf(span.from, offsetAt)
  if (startOfDay(first, offsetAt) !== span.from) {
    const length = passed.to - passed.from
    return { from: passed.from - length, to: passed.from }
  }
  const days = dayOf(span.to - 1, offsetAt) - first + 1
  const earlier = (instant: number) => fromLocal(toLocal(instant, offsetAt) - days * day, offsetAt)
  return { from: earlier(passed.from), to: Math.min(passed.from, earlier(passed.to)) }
}
