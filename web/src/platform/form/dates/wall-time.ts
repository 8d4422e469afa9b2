import 'dayjs/locale/nl'

/** The local time of an instant in a time zone: `2026-10-31 14:30:00`. */
export function wallTimeOf(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(instant))
}

/**
 * The instant of a local time. A time in the hour that is skipped gives the hour after it; a time in the hour that is
 * repeated gives the first one.
 */
export function instantFrom(wallTime: string, timeZone: string): string {
  const asUtc = Date.parse(`${wallTime.replace(' ', 'T')}Z`)
  const offsetAt = (instant: number) =>
    Date.parse(`${wallTimeOf(new Date(instant).toISOString(), timeZone).replace(' ', 'T')}Z`) - instant
  const day_ms = 86_400_000
  const candidates = [offsetAt(asUtc - day_ms), offsetAt(asUtc + day_ms)].map((offset) => asUtc - offset)
  const shown = candidates.filter((instant) => instant + offsetAt(instant) === asUtc)
  return new Date(Math.min(...(shown.length > 0 ? shown : [Math.max(...candidates)]))).toISOString()
}

/** The calendar settings of a language. */
export const calendarOf = (language: string) =>
  language === 'nl'
    ? ({ locale: 'nl', firstDayOfWeek: 1, valueFormat: 'DD-MM-YYYY HH:mm' } as const)
    : ({ locale: 'en', firstDayOfWeek: 0, valueFormat: 'MM/DD/YYYY HH:mm' } as const)
