const longestPause_ms = 8_000

/**
 * Milliseconds before the next try: half of a pause that doubles, and a random part of the other half, so that many
 * programs do not come back at the same moment. Never less than the server asks for.
 */
export function pauseBefore(tries: number, first_ms: number, retryAfter_ms = 0): number {
  const whole = Math.min(first_ms * 2 ** (tries - 1), longestPause_ms)
  return Math.max(whole * (0.5 + Math.random() / 2), retryAfter_ms)
}

/** Waits; false as soon as the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const end = (isOver: boolean) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(isOver)
    }
    const abort = () => end(false)
    const timer = setTimeout(() => end(true), ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Reads Retry-After (RFC 9110: seconds, or a date) as milliseconds. */
export function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(at - Date.now(), 0)
}
