import { useKnownText } from '../ui/known-text.ts'

/** Why a subscription is as it is, in words where there are some. */
export function useSubscriptionReason(): (reason: string | null) => string | null {
  const textOf = useKnownText()
  return (reason) => reason && textOf('subscriptions.reason', reason, reason)
}
