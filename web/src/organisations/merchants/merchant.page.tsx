import { createMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import type { MerchantWithRevenue } from '@kontor/contract/organisations/merchant.schemas'
import { exactly } from '@kontor/contract/sums'
import { Stack, Text } from '@mantine/core'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Money } from '../../platform/value/money.tsx'
import typography from '../../ui/words/typography.module.css'
import styles from './merchant.page.module.css'
import { MerchantActions } from './merchant-actions.tsx'

const CreateMerchant = lazy(() => import('./merchant.form.tsx').then((module) => ({ default: module.CreateMerchant })))

type MerchantRow = MerchantWithRevenue

const columns = columnsOf<typeof merchant, MerchantRow>(
  merchant,
  ['name', 'country_code', 'active', 'amount', 'count'],
  {
    extra: ['id', 'created_at', 'time_zone', 'language', 'mcc', 'base_currency', 'currency_code'],
    lines: { when: 'country_code', state: null },
    special: {
      name: (row) => <span className={`${typography.clip} ${styles.name}`}>{row.name}</span>,
      active: (row) => <MerchantActions merchant={row} />,
      amount: (row) => <Revenue row={row} />,
    },
  },
)

/** The provider's merchants. A row opens its panel; a button leads into the merchant's view. */
export default function MerchantPage() {
  return (
    <ListPage columns={columns}>
      <AddButton do={createMerchantEndpoint}>
        {(opened, close) => opened && <CreateMerchant onClose={close} />}
      </AddButton>
    </ListPage>
  )
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
