import { todayIn } from '../address/default-window.ts'

/** A day before any row. As the beginning of a range it replaces the default window. */
export const allTime = '2000-01-01'

export interface DateRange {
  from: string
  to?: string
}

// The presets of specification 000 section 9, and three short ones for people who watch the present.
export const presets = [
  'last_hour',
  'last_24_hours',
  'last_7_days',
  'last_28_days',
  'last_90_days',
  'last_365_days',
  'current_month',
  'current_quarter',
  'current_year',
  'previous_month',
  'previous_quarter',
  'previous_year',
  'all_time',
] as const
export type Preset = (typeof presets)[number]

/** Days of the viewer's calendar, including both ends. "Last 28 days" is today and the 27 days before. */
export function rangeOf(preset: Preset, now: Date, timeZone: string): DateRange {
  const today = todayIn(now, timeZone)
  const [year = 0, month = 0] = today.split('-').map(Number)
  const quarter = month - ((month - 1) % 3)
  switch (preset) {
    case 'last_hour':
      return { from: new Date(now.getTime() - 3_600_000).toISOString() }
    case 'last_24_hours':
      return { from: new Date(now.getTime() - 86_400_000).toISOString() }
    case 'last_7_days':
      return { from: daysAfter(today, -6), to: today }
    case 'last_28_days':
      return { from: daysAfter(today, -27), to: today }
    case 'last_90_days':
      return { from: daysAfter(today, -89), to: today }
    case 'last_365_days':
      return { from: daysAfter(today, -364), to: today }
    case 'current_month':
      return months(year, month, 1)
    case 'current_quarter':
      return months(year, quarter, 3)
    case 'current_year':
      return months(year, 1, 12)
    case 'previous_month':
      return months(year, month - 1, 1)
    case 'previous_quarter':
      return months(year, quarter - 3, 3)
    case 'previous_year':
      return months(year - 1, 1, 12)
    case 'all_time':
      return { from: allTime }
  }
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

const daysAfter = (day: string, days: number): string =>
  isoDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))

/**
 * `count` whole months from `month` of `year`. The month is 1 to 12; a number outside means a month of a neighbouring
 * year.
 */
const months = (year: number, month: number, count: number): DateRange => ({
  from: isoDay(new Date(Date.UTC(year, month - 1, 1))),
  to: isoDay(new Date(Date.UTC(year, month - 1 + count, 0))),
})
