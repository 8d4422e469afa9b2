import { customer } from '@kontor/contract/customers/customer.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { plan } from '@kontor/contract/subscriptions/plan.entity'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { subscriptionCan } from '@kontor/contract/subscriptions/subscription.rules'
import { useTranslation } from 'react-i18next'
import { useFollowUp } from '../payments/follow-up.ts'
import { CustomerTab } from '../payments/transaction/transaction-customer.tsx'
import { useRow } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { PanelHead } from '../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { useMay } from '../platform/viewer.ts'
import { useInterval } from './interval.ts'
import { PlanTab } from './plan-tab.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { SubscriptionDetails } from './subscription-details.tsx'
import { SubscriptionDiscounts } from './subscription-discounts.tsx'
import { type SubscriptionRow, subscriptionRelations } from './subscription-row.ts'
import { SubscriptionTransactions } from './subscription-transactions.tsx'

export default function SubscriptionPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const every = useInterval()
  const { data, error, refetch } = useRow<typeof subscription, SubscriptionRow>(subscription, id, {
    populate: subscriptionRelations,
  })
  const tabs = useTabs(data)
  // The payer may be on its page at this moment, and due cycles are billed beside whoever looks.
  useFollowUp({
    ids: [id],
    state: data && `${data.status} ${data.billing_cycle} ${data.last_paid_cycle} ${data.retry_date}`,
    isUnderWay: data !== undefined && subscriptionCan.update(data),
  })
  if (!data || !tabs) return <NotYet error={error} refetch={refetch} rows={12} />
  return (
    <>
      <PanelHead
        amount={data.amount}
        currency={data.currency_code}
        status={data.status}
        actions={<SubscriptionActions row={data} />}
      >
        {typeof data.plan === 'object' && <span>{every(data.plan.interval, data.plan.interval_count)}</span>}
        <span>{data.plan_name}</span>
        <span>{data.customer_name}</span>
      </PanelHead>
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}

function useTabs(row: SubscriptionRow | undefined): [PanelTab, ...PanelTab[]] | undefined {
  const { t } = useTranslation()
  const history = useHistoryTab(subscription, row?.id ?? '')
  const mayReadPlans = useMay(plan.roles.list)
  const mayReadCustomers = useMay(customer.roles.list)
  const mayReadTransactions = useMay(transaction.roles.list)
  if (!row) return undefined
  const tab = (
    name: 'plan' | 'customer' | 'transactions' | 'discounts',
    content: PanelTab['content'],
    may = true,
  ): PanelTab[] => (may ? [{ name, label: t(`subscriptions.tab.${name}`), content }] : [])
  return [
    { name: 'details', label: t('payments.tab.details'), content: () => <SubscriptionDetails row={row} /> },
    ...tab('plan', () => <PlanTab id={idOf(row.plan)} />, mayReadPlans),
    ...tab('customer', () => <CustomerTab id={idOf(row.customer)} />, mayReadCustomers),
    ...tab('transactions', () => <SubscriptionTransactions id={row.id} />, mayReadTransactions),
    ...tab('discounts', () => <SubscriptionDiscounts row={row} />),
    ...history,
  ]
}
