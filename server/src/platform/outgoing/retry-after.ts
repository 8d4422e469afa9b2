/** Reads a Retry-After header (RFC 9110: seconds, or a date) as milliseconds. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  // A date begins with the name of its day; Date.parse would read other texts as some year.
  const wait_ms = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) - now.getTime() : Number.NaN
  return Number.isNaN(wait_ms) ? undefined : Math.max(0, wait_ms)
}
