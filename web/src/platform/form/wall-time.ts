import 'dayjs/locale/nl'

/** `2026-10-31 14:30:00`: what a clock on the wall of the zone shows at an instant. */
export function wallTimeOf(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(instant))
}

/**
 * The instant at which the wall shows that time. In the hour that a clock skips it is the one after; in the hour that comes
 * twice, the first.
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

/** How a calendar of moments looks in a language. */
export const calendarOf = (language: string) =>
  language === 'nl'
    ? ({ locale: 'nl', firstDayOfWeek: 1, valueFormat: 'DD-MM-YYYY HH:mm' } as const)
    : ({ locale: 'en', firstDayOfWeek: 0, valueFormat: 'MM/DD/YYYY HH:mm' } as const)
