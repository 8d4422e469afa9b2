import type { Period } from '@kontor/contract/insights/statistics.rules'
import { timeLocale } from '../ui/charts/plot/time-format.ts'

type Formats = Readonly<Record<Period, string>>

const dutch: Record<'short' | 'long', Formats> = {
  short: { hour: '%-d %b %H:00', day: '%-d %b', week: '%-d %b', month: '%b %Y' },
  long: { hour: '%a %-d %B %Y, %H:00', day: '%A %-d %B %Y', week: '%-d %B %Y', month: '%B %Y' },
}
const english: Record<'short' | 'long', Formats> = {
  short: { hour: '%b %-d, %H:00', day: '%b %-d', week: '%b %-d', month: '%b %Y' },
  long: { hour: '%a, %B %-d, %Y, %H:00', day: '%A, %B %-d, %Y', week: '%B %-d, %Y', month: '%B %Y' },
}

/** The text of a period in a series, from `2026-10-01` or from the instant of an hour. */
export function periodText(language: string, timeZone: string, period: Period, value: string) {
  const locale = timeLocale(language)
  const wall = wallClock(value, timeZone)
  const { short, long } = language === 'nl' ? dutch : english
  return { short: locale.utcFormat(short[period])(wall), long: locale.utcFormat(long[period])(wall) }
}

/** The local time of the zone, represented as if it were UTC, because d3's formats know no zones. */
function wallClock(value: string, timeZone: string): Date {
  if (value.length === 10) return new Date(`${value}T00:00:00Z`)
  const parts = clock(timeZone).formatToParts(new Date(value))
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '00'
  return new Date(`${part('year')}-${part('month')}-${part('day')}T${part('hour')}:00:00Z`)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(timeZone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const
  const made = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { ...options, timeZone })
  clocks.set(timeZone, made)
  return made
}

/** The seven weekday names, Monday first, short and long. */
export function weekdayNames(language: string): { short: string; long: string }[] {
  const locale = timeLocale(language)
  return Array.from({ length: 7 }, (_, day) => {
    // 5 January 1970 was a Monday.
    const date = new Date((4 + day) * 86_400_000)
    return { short: locale.utcFormat('%a')(date), long: locale.utcFormat('%A')(date) }
  })
}
