import { useKnownText } from '../../ui/known-text.ts'

/**
 * The text of a reason, such as `insufficient_funds`. A reason that nobody knows is shown as it came: a real processor's
 * code, or the words of a person.
 */
export function useReason(): (reason: string) => string {
  const textOf = useKnownText()
  return (reason) => textOf(['fields:status_reason', 'fields:reason'], reason, reason)
}
