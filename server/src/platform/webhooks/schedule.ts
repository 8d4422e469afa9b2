const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Between the first attempt and the tenth lie three days and some hours, as the authors of Standard Webhooks advise. */
export const retryWaits_ms: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
const longestWish_ms = 24 * hour

interface Failed {
  /** How often it was tried by now. */
  attempts: number
  /** When the other side wants to be asked again. */
  retryAfter_ms?: number | undefined
}

/**
 * How long to wait for the next attempt. Up to a tenth more, so that what failed together does not come back together; and
 * as long as the other side asks for, within reason. It cannot ask to be tried sooner: it would use up its attempts.
 */
export function waitAfter(
  { attempts, retryAfter_ms = 0 }: Failed,
  waits = retryWaits_ms,
  chance = Math.random(),
): number {
  const wait_ms = waits[Math.min(attempts, waits.length) - 1] ?? 0
  return Math.max(Math.round(wait_ms * (1 + chance / 10)), Math.min(retryAfter_ms, longestWish_ms))
}

/** RFC 9110: seconds, or a date. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * second
  // A date begins with its day; what else there is would be read as some year.
  const wait_ms = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) - now.getTime() : Number.NaN
  return Number.isNaN(wait_ms) ? undefined : Math.max(0, wait_ms)
}
