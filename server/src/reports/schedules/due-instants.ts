import { isDayOfMonth } from '@kontor/contract/dates'
import type { ScheduleFrequency, SchedulePeriod } from '@kontor/contract/reports/report-schedule.rules'
import { dayOf, fromLocal, type Offsets, offsetsOf, startOfDay, toLocal } from '../../platform/time/time-zone.ts'

export interface Rhythm {
  frequency: ScheduleFrequency
  weekdays: readonly string[]
  month_day: number | null
  /** `02:30` */
  at_time: string
  time_zone: string
}

const day_ms = 86_400_000
/** No rhythm has a longer pause. */
const farthest = 62

/** The first instant after another one at which a schedule is due. */
export function nextDue(rhythm: Rhythm, after: Date): Date {
  const offsets = offsetsOf(rhythm.time_zone)
  const today = dayOf(after.getTime(), offsets)
  for (let day = today; day < today + farthest; day += 1) {
    const due = dueOn(rhythm, day, offsets)
    if (due !== undefined && due > after.getTime()) return new Date(due)
  }
  throw new RangeError('a schedule that is never due')
}

/** The last instant before another one at which a schedule was due. */
export function previousDue(rhythm: Rhythm, before: Date): Date {
  const offsets = offsetsOf(rhythm.time_zone)
  const today = dayOf(before.getTime(), offsets)
  for (let day = today; day > today - farthest; day -= 1) {
    const due = dueOn(rhythm, day, offsets)
    if (due !== undefined && due < before.getTime()) return new Date(due)
  }
  throw new RangeError('a schedule that was never due')
}

function dueOn(rhythm: Rhythm, day: number, offsets: Offsets): number | undefined {
  if (!isDay(rhythm, day)) return undefined
  const [hours = 0, minutes = 0] = rhythm.at_time.split(':').map(Number)
  return atLocal(day * day_ms + (hours * 60 + minutes) * 60_000, offsets)
}

function isDay({ frequency, weekdays, month_day }: Rhythm, day: number): boolean {
  const date = new Date(day * day_ms)
  switch (frequency) {
    case 'DAILY':
      return true
    case 'WEEKLY':
      return weekdays.includes(String(date.getUTCDay() || 7))
    case 'MONTHLY':
      return isDayOfMonth(date.toISOString().slice(0, 10), month_day ?? 1)
  }
}

/** A time that comes twice is its first. One that never comes, because clocks are set forward, is when they have been. */
function atLocal(asUtc: number, offsets: Offsets): number {
  const found = fromLocal(asUtc, offsets)
  if (toLocal(found, offsets) === asUtc) return found
  let [before, after] = [found - day_ms / 4, found]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsets(middle) === offsets(after)) after = middle
    else before = middle
  }
  return after
}

/**
 * The first instant and the last millisecond of a run's period. It follows from the due instant, and with SINCE_LAST from the
 * instant of the report before: after a pause nothing is left out.
 */
export function periodOf(period: SchedulePeriod, rhythm: Rhythm, due: Date, last?: Date): { from: Date; to: Date } {
  const offsets = offsetsOf(rhythm.time_zone)
  const today = dayOf(due.getTime(), offsets)
  const until = (first: number, next: number) => ({
    from: new Date(startOfDay(first, offsets)),
    to: new Date(startOfDay(next, offsets) - 1),
  })
  switch (period) {
    case 'PREVIOUS_DAY':
      return until(today - 1, today)
    case 'PREVIOUS_WEEK': {
      // 1 January 1970 was a Thursday.
      const monday = today - ((today + 3) % 7)
      return until(monday - 7, monday)
    }
    case 'PREVIOUS_MONTH': {
      const date = new Date(today * day_ms)
      const first = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / day_ms
      return until(first(-1), first(0))
    }
    case 'SINCE_LAST':
      return { from: last && last < due ? last : previousDue(rhythm, due), to: new Date(due.getTime() - 1) }
  }
}

/**
 * The first and the last day of a run's period, of a list whose rows are of days. A day is one of the business zone, and none
 * that is not over: it belongs to a later run.
 */
export function daysOf(period: SchedulePeriod, rhythm: Rhythm, businessZone: string, due: Date, last?: Date) {
  const offsets = offsetsOf(businessZone)
  const { from, to } = periodOf(
    period,
    period === 'SINCE_LAST' ? rhythm : { ...rhythm, time_zone: businessZone },
    due,
    last,
  )
  const day = (instant: Date) => dayOf(instant.getTime(), offsets)
  return { from: dateOf(day(from)), to: dateOf(Math.min(day(to), day(due) - 1)) }
}

const dateOf = (day: number): string => new Date(day * day_ms).toISOString().slice(0, 10)
