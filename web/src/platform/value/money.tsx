import { formatMoney, isCurrencyCode } from '@kontor/contract/money'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface MoneyProps {
  /** In minor units. */
  amount: number | null | undefined
  currency: string
}

/** An amount in the reader's language. Tables align it to the right. */
export function Money({ amount, currency }: MoneyProps) {
  const money = useMoney()
  return (
    <Text span inherit className="tabular">
      {typeof amount === 'number' ? money(amount, currency) : '–'}
    </Text>
  )
}

/** For amounts inside a sentence or on a button. */
export function useMoney(): (amount: number, currency: string) => string {
  const { i18n } = useTranslation()
  return (amount, currency) =>
    isCurrencyCode(currency) ? formatMoney(amount, currency, i18n.language) : `${amount} ${currency}`
}
