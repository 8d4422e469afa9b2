import { Text } from '@mantine/core'
import typography from '../../ui/words/typography.module.css'
import { useMoney } from './use-money.ts'

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
