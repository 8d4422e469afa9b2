import { plusDays } from '../dates.ts'
import type { PlanInterval } from './plan.rules.ts'

export interface BillingTerms {
  interval: PlanInterval
  interval_count: number
}

/**
 * The day on which a cycle is due: the first day plus the number of intervals. It is always counted from the first day,
 * so that a short month shortens only itself: 31 January, 28 February, 31 March.
 */
export function dueDate(start: string, { interval, interval_count }: BillingTerms, cycle: number): string {
  const steps = (cycle - 1) * interval_count
  if (interval === 'day') return plusDays(start, steps)
  if (interval === 'week') return plusDays(start, steps * 7)
  return plusMonths(start, interval === 'month' ? steps : steps * 12)
}

function plusMonths(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const count = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(count / 12), count % 12]
  const last = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate()
  return new Date(Date.UTC(toYear, toMonth, Math.min(dayOfMonth, last))).toISOString().slice(0, 10)
}
