import { useKnownText } from '../ui/known-text.ts'

/**
 * The reason why a planned payment was not taken: it was cancelled, the issuer declined, or the issuer could not be
 * asked.
 */
export function useScheduledReason(): (reason: string | null) => string {
  const textOf = useKnownText()
  return (reason) => (reason ? textOf(['scheduled.reason', 'errors'], reason, reason) : '–')
}
