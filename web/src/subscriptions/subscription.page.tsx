import { customer } from '@kontor/contract/customers/customer.entity'
import { plan } from '@kontor/contract/subscriptions/plan.entity'
import { createSubscriptionEndpoint } from '@kontor/contract/subscriptions/subscription.endpoints'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../platform/list/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { AddButton } from './add-button.tsx'

const NewSubscription = lazy(() =>
  import('./new-subscription.form.tsx').then((module) => ({ default: module.NewSubscription })),
)
const columns = columnsOf(
  subscription,
  ['created_at', 'customer_name', 'plan_name', 'amount', 'status', 'billing_cycle', 'due_date', 'payment_product'],
  {
    extra: [
      'id',
      'max_billing_cycle',
      'last_paid_cycle',
      'last_paid_date',
      'retry_date',
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
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton
        do={createSubscriptionEndpoint}
        choosing={[plan, customer]}
        label={t('subscriptions.add_subscription')}
      >
        {(opened, close) => <NewSubscription opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
