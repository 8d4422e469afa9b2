import type { SubscriptionDiscount } from '@kontor/contract/subscriptions/discount.entity'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../platform/value/use-money.ts'

type Reduction = Pick<SubscriptionDiscount, 'amount' | 'currency_code'> & { type: string }

/**
 * The reduction in words: "12.5%" or "€5.00". Without a currency of its own it is shown in that of the subscription;
 * without one, as a number of the smallest unit.
 */
export function useDiscountAmount() {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  return ({ type, amount, currency_code }: Reduction, currency = currency_code): string => {
    if (type === 'percentage')
      return new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 2 }).format(amount)
    if (currency !== null) return money(amount, currency)
    return t('subscriptions.without_currency', { amount: new Intl.NumberFormat(i18n.language).format(amount) })
  }
}
