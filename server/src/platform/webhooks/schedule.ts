const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * The waits from the first attempt to the tenth: three days and some hours, as the authors of Standard Webhooks advise.
 */
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
  /** The number of attempts so far. */
  attempts: number
  /** The wait in milliseconds that the other side asks for. */
  retryAfter_ms?: number | undefined
}

/**
 * Milliseconds until the next attempt. Up to a tenth is added, so that webhooks that failed together do not return
 * together. The other side can ask for a longer wait, within limits, but not for a shorter one, which would use up the
 * attempts.
 */
export function waitAfter(
  { attempts, retryAfter_ms = 0 }: Failed,
  waits = retryWaits_ms,
  chance = Math.random(),
): number {
  const wait_ms = waits[Math.min(attempts, waits.length) - 1] ?? 0
  return Math.max(Math.round(wait_ms * (1 + chance / 10)), Math.min(retryAfter_ms, longestWish_ms))
}
