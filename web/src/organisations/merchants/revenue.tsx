import type { MerchantWithRevenue } from '@kontor/contract/organisations/merchant.schemas'
import { exactly } from '@kontor/contract/sums'
import { Stack, Text } from '@mantine/core'
import { Money } from '../../platform/value/money.tsx'
import styles from './revenue.module.css'

/** The base currency first, the others below it: amounts of different currencies are never added up. */
export function Revenue({ row }: { row: MerchantWithRevenue }) {
  const base = row.currency_code
  const others = row.revenue.filter(({ currency_code }) => currency_code !== base)
  return (
    <Stack gap={0} className={styles.revenue} data-several={others.length > 0 || undefined}>
      <Money amount={exactly(row, 'amount')} currency={base} />
      {others.map((turnover) => (
        <Text key={turnover.currency_code} span size="xs" c="dimmed">
          <Money amount={exactly(turnover, 'amount')} currency={turnover.currency_code} />
        </Text>
      ))}
    </Stack>
  )
}
