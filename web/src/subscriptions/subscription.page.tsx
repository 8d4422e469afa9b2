import { createSubscriptionEndpoint } from '@kontor/contract/subscriptions/subscription.endpoints'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'

const NewSubscription = lazy(() =>
  import('./new-subscription.form.tsx').then((module) => ({ default: module.NewSubscription })),
)
const columns = columnsOf(
  subscription,
  ['customer_name', 'plan_name', 'amount', 'status', 'billing_cycle', 'due_date', 'payment_product', 'created_at'],
  {
    extra: [
      'id',
      'max_billing_cycle',
      'last_paid_cycle',
      'last_paid_date',
      'retry_date',
      'pay_before',
      'status_reason',
      'last_status_update',
      'created_by',
      'subscription_discount',
      'payment_profile',
      'organisation',
    ],
    lines: { when: 'due_date' },
  },
)
const populate = ['payment_profile', 'organisation', 'subscription_discount']

export default function SubscriptionPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton do={createSubscriptionEndpoint}>
        {(opened, close) => <NewSubscription opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
