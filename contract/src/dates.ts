/** Days and instants as addresses write them, apart from any schema: a dashboard checks its own address with them. */

export const isoInstant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d))?$/

/** An instant, or a day of the reader's zone. */
export const isInstantOrDay = (value: string): boolean => isoInstant.test(value) && isRealDate(value)

/** Accepts only days that the calendar has (30 February does not exist) and years that PostgreSQL can store. */
export function isRealDate(value: string): boolean {
  const day = value.slice(0, 10)
  const date = new Date(`${day}T00:00:00Z`)
  return (
    !Number.isNaN(Date.parse(value)) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().slice(0, 10) === day &&
    date.getUTCFullYear() >= 1900 &&
    date.getUTCFullYear() < 3000
  )
}

/** Monday is 1, as in ISO 8601. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const

/** The day (`2026-10-31`) so many calendar days later, or earlier when it is negative. */
export function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The number of calendar days from the first day to the second; negative where the second comes first. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** The same day so many months later, or earlier; the last of a month that has no such day: 31 January, 28 February. */
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The first day of its month. */
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The last day of its month. */
export const lastOfMonth = (day: string): string => plusDays(plusMonths(firstOfMonth(day), 1), -1)

/** True on this day of the month (1 to 31), and on the last of a month that has no such day. */
export const isDayOfMonth = (day: string, wanted: number): boolean =>
  Number(day.slice(8)) === Math.min(wanted, Number(lastOfMonth(day).slice(8)))
