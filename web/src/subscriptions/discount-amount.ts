import type { DiscountType } from '@kontor/contract/subscriptions/discount.rules'
import { useTranslation } from 'react-i18next'

/** The reduction in words: "12.5%", or a number of minor units of the plan's currency. */
export function useDiscountAmount() {
  const { t, i18n } = useTranslation()
  return ({ type, amount }: { type: DiscountType | string; amount: number }): string =>
    type === 'percentage'
      ? new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 2 }).format(amount)
      : t('subscriptions.cents', { count: amount, amount: new Intl.NumberFormat(i18n.language).format(amount) })
}
