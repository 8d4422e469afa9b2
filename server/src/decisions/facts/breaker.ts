interface Limits {
  /** In a row. */
  failures: number
  pause_ms: number
}

/**
 * Keeps from asking whoever failed too often in a row: after the last failure nobody is let through for the pause, and then
 * one question decides whether the pause begins again. It knows the failures of this process alone.
 */
export function breaker({ failures, pause_ms }: Limits, now = () => performance.now()) {
  const failing = new Map<string, { count: number; until: number }>()
  return {
    mayAsk(whom: string): boolean {
      const known = failing.get(whom)
      if (!known || known.count < failures) return true
      if (now() < known.until) return false
      // The others go on waiting for the answer to this one.
      known.until = now() + pause_ms
      return true
    },
    answered(whom: string): void {
      failing.delete(whom)
    },
    failed(whom: string): void {
      const count = (failing.get(whom)?.count ?? 0) + 1
      failing.set(whom, { count, until: now() + pause_ms })
    },
  }
}
