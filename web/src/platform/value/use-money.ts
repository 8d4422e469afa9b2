import { formatMoney, isCurrencyCode } from '@kontor/contract/money'
import { useTranslation } from 'react-i18next'

/**
 * Formats amounts inside a sentence or on a button. Texts of refusals use it, which the first load has, so it brings no
 * style sheet: one that is read before the order of the layers would be overridden by all others.
 */
export function useMoney(): (amount: number | string, currency: string) => string {
  const { i18n } = useTranslation()
  return (amount, currency) =>
    isCurrencyCode(currency) ? formatMoney(amount, currency, i18n.language) : `${amount} ${currency}`
}
