import { createDiscountEndpoint } from '@kontor/contract/subscriptions/discount.endpoints'
import { type SubscriptionDiscount, subscriptionDiscount } from '@kontor/contract/subscriptions/discount.entity'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { Cycles } from './cycles.tsx'
import { useDiscountAmount } from './discount-amount.ts'

const DiscountForm = lazy(() => import('./discount.form.tsx').then((module) => ({ default: module.DiscountForm })))
const columns = columnsOf(
  subscriptionDiscount,
  ['name', 'type', 'amount', 'duration', 'minimum_amount', 'limit_to_first_order', 'created_at'],
  {
    extra: ['id', 'currency_code', 'organisation', 'in_use'],
    lines: { figure: 'amount', state: 'duration' },
    special: {
      amount: (row) => <Amount row={row} />,
      duration: (row) => <Cycles most={row.duration} />,
      minimum_amount: ({ minimum_amount: amount, currency_code }) =>
        amount === null ? '–' : <Amount row={{ type: 'fixed_cents', amount, currency_code }} />,
    },
  },
)
const populate = ['organisation']

export default function DiscountPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton do={createDiscountEndpoint}>
        {(opened, close) => <DiscountForm opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}

function Amount({ row }: { row: Pick<SubscriptionDiscount, 'type' | 'amount' | 'currency_code'> }) {
  return useDiscountAmount()(row)
}
