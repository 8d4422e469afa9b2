import { formatMoney, isCurrencyCode } from '@kontor/contract/money'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import typography from '../../ui/words/typography.module.css'

interface MoneyProps {
  /** Minor units; a text when a number cannot hold the sum. */
  amount: number | string | null | undefined
  currency: string
}

/** An amount in the reader's language; tables align it to the right. */
export function Money({ amount, currency }: MoneyProps) {
  const money = useMoney()
  return (
    <Text span inherit className={typography.tabular}>
      {amount === null || amount === undefined ? '–' : money(amount, currency)}
    </Text>
  )
}

/** Formats amounts inside a sentence or on a button. */
export function useMoney(): (amount: number | string, currency: string) => string {
  const { i18n } = useTranslation()
  return (amount, currency) =>
    isCurrencyCode(currency) ? formatMoney(amount, currency, i18n.language) : `${amount} ${currency}`
}
