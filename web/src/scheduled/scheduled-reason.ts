import { useKnownText } from '../ui/known-text.ts'

/** Why a planned payment was not taken: cancelled, an issuer's word, or why it could not even be asked for. */
export function useScheduledReason(): (reason: string | null) => string {
  const textOf = useKnownText()
  return (reason) => (reason ? textOf(['scheduled.reason', 'errors'], reason, reason) : '–')
}
