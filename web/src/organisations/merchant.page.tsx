import { merchant } from '@kontor/contract/organisations/merchant.entity'
import type { MerchantWithRevenue } from '@kontor/contract/organisations/merchant.schemas'
import { exactly } from '@kontor/contract/sums'
import { Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { columnsOf } from '../platform/list/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { addressOfRow } from '../platform/screen/screen.ts'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { Money } from '../platform/value/money.tsx'
import typography from '../ui/words/typography.module.css'
import styles from './merchant.page.module.css'
import { MerchantActions } from './merchant-actions.tsx'

type MerchantRow = MerchantWithRevenue

const columns = columnsOf<typeof merchant, MerchantRow>(
  merchant,
  ['name', 'country_code', 'active', 'amount', 'count'],
  {
    extra: ['id', 'created_at', 'time_zone', 'currency_code'],
    lines: { when: 'country_code', state: null },
    special: {
      name: (row) => <span className={`${typography.clip} ${styles.name}`}>{row.name}</span>,
      active: (row) => <MerchantActions merchant={row} />,
      amount: (row) => <Revenue row={row} />,
    },
  },
)

/** The provider's merchants. A row opens the merchant's own screens, in merchant view. */
export default function MerchantPage() {
  const { history } = useRouter()
  const screen = useListScreen()
  return <ListPage columns={columns} onOpen={(row) => history.push(addressOfRow(screen, row.id))} />
}

/** The base currency first, the others below it: amounts of different currencies are never added up. */
function Revenue({ row }: { row: MerchantRow }) {
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
