import { isDayOfMonth, plusDays } from '../../dates.ts'
import { isBankingDay } from '../../ledger/banking-days.rules.ts'
import type { SettlementFrequency, SettlementShift } from './settlement-schedule.rules.ts'

/** When a schedule settles. Days are 'YYYY-MM-DD'. */
export interface SettlementRhythm {
  readonly frequency: SettlementFrequency
  readonly weekdays: readonly string[]
  readonly month_day: number | null
  readonly shift: SettlementShift
}

/** True on a day at whose start settlements close, which then cover the days before it. Always a banking day. */
export function settlesOn(rhythm: SettlementRhythm, day: string): boolean {
  if (!isBankingDay(day)) return false
  if (isPlanned(rhythm, day)) return true
  // Days that were planned on days around it which are no banking days.
  const step = rhythm.shift === 'NEXT' ? -1 : 1
  for (let at = plusDays(day, step); !isBankingDay(at); at = plusDays(at, step)) if (isPlanned(rhythm, at)) return true
  return false
}

function isPlanned({ frequency, weekdays, month_day }: SettlementRhythm, day: string): boolean {
  switch (frequency) {
    case 'DAILY':
      return true
    case 'WEEKLY':
      return weekdays.includes(String(new Date(day).getUTCDay() || 7))
    case 'HALF_MONTHLY':
      return isDayOfMonth(day, 1) || isDayOfMonth(day, 16)
    case 'MONTHLY':
      return isDayOfMonth(day, month_day ?? 1)
    case 'MANUAL':
      return false
  }
}

/** No rhythm has a longer pause, banking days included. */
const farthest = 45

/** The first settling day from this day on; undefined: there is none, because people settle by hand. */
export function settlingDayFrom(rhythm: SettlementRhythm, from: string): string | undefined {
  for (let days = 0; days < farthest; days += 1) {
    const day = plusDays(from, days)
    if (settlesOn(rhythm, day)) return day
  }
  return undefined
}

export interface SettlingDay {
  readonly day: string
  readonly covers_from: string
  readonly covers_through: string
  readonly isSkipped: boolean
}

/**
 * The coming settling days from a day on, with what each covers. The first covers what no settlement has yet, from
 * `uncovered`; a skipped one leaves its days to the next.
 */
export function settlingDays(
  rhythm: SettlementRhythm,
  { from, uncovered, skipped, count }: { from: string; uncovered: string; skipped: readonly string[]; count: number },
): SettlingDay[] {
  const days: SettlingDay[] = []
  let [at, first] = [from, uncovered]
  while (days.length < count) {
    const day = settlingDayFrom(rhythm, at)
    if (day === undefined) break
    const isSkipped = skipped.includes(day)
    const covers_through = plusDays(day, -1)
    days.push({ day, covers_from: first, covers_through, isSkipped })
    if (!isSkipped) first = day
    at = plusDays(day, 1)
  }
  return days
}

/** The last settling day before a day that was not skipped. */
export function lastSettlingDay(
  rhythm: SettlementRhythm,
  before: string,
  skipped: readonly string[],
): string | undefined {
  for (let days = 1; days < farthest; days += 1) {
    const day = plusDays(before, -days)
    if (settlesOn(rhythm, day) && !skipped.includes(day)) return day
  }
  return undefined
}
