import { plusDays } from '../dates.ts'

/**
 * Banking days of the euro: days on which T2 is open. It is closed in weekends, on 1 January, Good Friday, Easter Monday,
 * 1 May, 25 and 26 December. Days are 'YYYY-MM-DD'.
 */
export function isBankingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6 || fixedHolidays.has(day.slice(5))) return false
  const toEaster = weekday === 5 ? 2 : weekday === 1 ? -1 : 0
  return toEaster === 0 || plusDays(day, toEaster) !== easterSunday(Number(day.slice(0, 4)))
}

const fixedHolidays: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26'])

/** The day itself if it is a banking day, else the next one. */
export function nextBankingDay(day: string): string {
  let at = day
  while (!isBankingDay(at)) at = plusDays(at, 1)
  return at
}

/** The banking day so many banking days after the day. 0: the day itself, or the next banking day. */
export function addBankingDays(day: string, days: number): string {
  let at = days > 0 ? day : nextBankingDay(day)
  for (let left = days; left > 0; left -= 1) at = nextBankingDay(plusDays(at, 1))
  return at
}

/** The sunday of Easter, by the rule of Gauss as Meeus, Jones and Butcher wrote it down. */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const correction = Math.floor((8 * century + 13) / 25)
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * shift + 114
  const two = (part: number) => String(part).padStart(2, '0')
  return `${year}-${two(Math.floor(days / 31))}-${two((days % 31) + 1)}`
}
