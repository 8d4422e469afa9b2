/** The calendar day in that zone. */
export const dayIn = (time_zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(now)
