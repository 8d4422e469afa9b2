import type { PlanInterval } from '@kontor/contract/subscriptions/plan.rules'
import { useTranslation } from 'react-i18next'

/** The interval in words: "every 3 months". */
export function useInterval() {
  const { t } = useTranslation()
  return (interval: PlanInterval, count: number): string => t(`subscriptions.every_${interval}`, { count })
}
