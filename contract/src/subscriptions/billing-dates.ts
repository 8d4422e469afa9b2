import { plusDays, plusMonths } from '../dates.ts'
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
