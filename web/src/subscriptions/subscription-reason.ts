import { useTranslation } from 'react-i18next'

/** The reason of a subscription's status, in words where we have some. */
export function useSubscriptionReason(): (reason: string | null) => string | null {
  const { t } = useTranslation()
  return (reason) => reason && t(`subscriptions.reason.${reason}`, { defaultValue: reason })
}
