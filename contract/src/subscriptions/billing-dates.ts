import { plusDays, plusMonths } from '../dates.ts'
import type { PlanInterval } from './plan.rules.ts'

export interface BillingTerms {
  interval: PlanInterval
  interval_count: number
}

const perYear: Readonly<Record<PlanInterval, number>> = { day: 365, week: 52, month: 12, year: 1 }

/** The longest time from the first cycle to the last. */
const mostYears = 100

/** True: the last of so many cycles would be due later than anybody can agree to. Null: there is no last one. */
export const isTooLong = ({ interval, interval_count }: BillingTerms, cycles: number | null): boolean =>
  cycles !== null && ((cycles - 1) * interval_count) / perYear[interval] > mostYears

/** Programs and databases know no year of five digits. */
const lastDay = '9999-12-31'

/**
 * The day on which a cycle is due: the first day plus the number of intervals. It is always counted from the first day,
 * so that a short month shortens only itself: 31 January, 28 February, 31 March. A plan from before its length was bounded ends
 * with the last day that there is.
 */
export function dueDate(start: string, { interval, interval_count }: BillingTerms, cycle: number): string {
  const steps = (cycle - 1) * interval_count
  if (steps / perYear[interval] > 10_000) return lastDay
  const day = plusIntervals(start, interval, steps)
  return day.startsWith('+') ? lastDay : day
}

function plusIntervals(start: string, interval: PlanInterval, steps: number): string {
  if (interval === 'day') return plusDays(start, steps)
  if (interval === 'week') return plusDays(start, steps * 7)
  return plusMonths(start, interval === 'month' ? steps : steps * 12)
}
