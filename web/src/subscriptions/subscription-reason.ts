import { useTranslation } from 'react-i18next'

/** Why a subscription is as it is, in words where there are some. */
export function useSubscriptionReason(): (reason: string | null) => string | null {
  const { t } = useTranslation()
  return (reason) => reason && t(`subscriptions.reason.${reason}`, { defaultValue: reason })
}
