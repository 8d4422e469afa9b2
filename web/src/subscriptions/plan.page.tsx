import { createPlanEndpoint } from '@kontor/contract/subscriptions/plan.endpoints'
import { type Plan, plan } from '@kontor/contract/subscriptions/plan.entity'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { Cycles } from './cycles.tsx'
import { useInterval } from './interval.ts'

const PlanForm = lazy(() => import('./plan.form.tsx').then((module) => ({ default: module.PlanForm })))
const columns = columnsOf(plan, ['name', 'amount', 'interval', 'max_billing_cycle', 'payment_profile', 'created_at'], {
  extra: ['id', 'description', 'statuses_subscription_update', 'organisation', 'checkout', 'in_use'],
  lines: { when: 'interval' },
  special: {
    interval: (row) => <Interval row={row} />,
    max_billing_cycle: (row) => <Cycles most={row.max_billing_cycle} />,
  },
})
const populate = ['payment_profile', 'organisation', 'checkout']

export default function PlanPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton do={createPlanEndpoint}>{(opened, close) => <PlanForm opened={opened} onClose={close} />}</AddButton>
    </ListPage>
  )
}

function Interval({ row }: { row: Plan }) {
  return useInterval()(row.interval, row.interval_count)
}
