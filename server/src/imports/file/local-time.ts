import { fromLocal, offsetsOf, writtenOffset } from '../../platform/time/time-zone.ts'
import type { RejectionCode } from './problem.ts'

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/
const rememberedDays = 20_000

/**
 * Reads `2021-02-28` (the start of that day), a local time, or an instant with its offset, in an IANA time zone, as
 * milliseconds since 1970. Days are cached, because files repeat them.
 */
export function localTimeReader(timeZone: string): (text: string) => number | RejectionCode {
  const offsetAt = offsetsOf(timeZone)
  const days = new Map<string, number | RejectionCode>()
  return (text) => {
    const written = text.trim()
    const known = days.get(written)
    if (known !== undefined) return known
    const instant = readInstant(written, offsetAt)
    if (written.length === 10 && days.size < rememberedDays) days.set(written, instant)
    return instant
  }
}

function readInstant(text: string, offsetAt: (instant: number) => number): number | RejectionCode {
  if (text === '') return 'created_at_missing'
  const match = pattern.exec(text)
  if (!match) return 'created_at_not_a_date'
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const asUtc = Date.UTC(year, month - 1, day, hours, minutes, seconds, milliseconds)
  // Date would turn the 30th of February into a day in March.
  const date = new Date(asUtc)
  const exists =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hours < 24 && minutes < 60 && seconds < 60
  if (!exists) return 'created_at_does_not_exist'
  return match[8] === undefined ? fromLocal(asUtc, offsetAt) : asUtc - writtenOffset(match[8])
}
