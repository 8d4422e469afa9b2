import { useKnownText } from '../ui/known-text.ts'

/** The reason of a subscription's status, in words where we have some. */
export function useSubscriptionReason(): (reason: string | null) => string | null {
  const textOf = useKnownText()
  return (reason) => reason && textOf('subscriptions.reason', reason, reason)
}
